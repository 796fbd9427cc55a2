import { CodecError } from '../errors';
import type { Codec } from './codec';
import { numbersIn } from './raw-layout';
import { byteFields, fields, parsed } from './shape';

const base64 = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Node skips what is not base64; here it is a fault. */
function bytesIn(name: string, text: unknown): Uint8Array {
  if (typeof text !== 'string') throw new CodecError('json_base64', null, null, `${name} is no text`);
  const bytes = Buffer.from(text, 'base64');
  const padded = Math.ceil(bytes.length / 3) * 4;
  if (padded !== text.length) {
    throw new CodecError('json_base64', null, null, `${name} is no base64 of whole bytes`);
  }
  return bytes;
}

/** JSON around the raw bytes in base64, four characters for three bytes: `{"close": "...", "params": "..."}`. */
export const jsonBase64: Codec<'json_base64'> = {
  name: 'json_base64',
  title: 'JSON, the raw bytes in base64',
  mediaType: 'application/json',
  lossless: true,
  loses: null,
  reuses: false,
  encode: ({ close, params }) =>
    Buffer.from(JSON.stringify({ close: base64(close), params: base64(params) }), 'latin1'),
  decode(bytes) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const texts = fields(
      'json_base64',
      parsed('json_base64', () => JSON.parse(text) as unknown),
    );
    const { close, params } = byteFields('json_base64', {
      close: bytesIn('close', texts.close),
      params: bytesIn('params', texts.params),
    });
    return numbersIn(close, params);
  },
};
