import { CodecError } from '../errors';
import type { Codec } from './codec';
import { jsonObject } from './json-text';
import { numbersIn } from './raw-layout';
import type { CodecRequest } from './request';
import { byteFields, fields } from './shape';
import { checkTextLength, textOf } from './text-length';

const base64 = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Node skips what is not base64, and takes other alphabets for it; here it is a fault. */
function bytesIn(name: string, text: unknown): Uint8Array {
  if (typeof text !== 'string') throw new CodecError('json_base64', null, null, `${name} is no text`);
  const bytes = Buffer.from(text, 'base64');
  if (!isBase64Of(bytes, text)) {
    const problem = `${name} is no base64 of whole bytes, in the alphabet with + and / and padded with =`;
    throw new CodecError('json_base64', null, null, problem);
  }
  return bytes;
}

/**
 * Whether `text` is what `bytes` are in base64, without writing them again: each character that was skipped is a byte less,
 * and only the last four can hold bits that no byte has.
 */
function isBase64Of(bytes: Buffer, text: string): boolean {
  const isAscii = Buffer.byteLength(text) === text.length;
  const rest = (bytes.length - 1) % 3;
  const last = bytes.length === 0 ? '' : bytes.subarray(bytes.length - 1 - rest).toString('base64');
  const isWhole = text.length === base64Length(bytes.length) && text.endsWith(last);
  return isAscii && isWhole && !text.includes('-') && !text.includes('_');
}

/** Characters of the text that are not base64. */
const TEXT_BESIDE = '{"close":"","params":""}'.length;

/** Characters that bytes take in base64. */
const base64Length = (bytes: number): number => 4 * Math.ceil(bytes / 3);

const checkLength = ({ close, params }: CodecRequest): void =>
  checkTextLength(
    'json_base64',
    TEXT_BESIDE + base64Length(close.byteLength) + base64Length(params.byteLength),
  );

/** JSON around the raw bytes in base64, four characters for three bytes: `{"close": "...", "params": "..."}`. */
export const jsonBase64: Codec<'json_base64'> = {
  name: 'json_base64',
  title: 'JSON, the raw bytes in base64',
  mediaType: 'application/json',
  lossless: true,
  loses: null,
  reuses: false,
  checkLength,
  encode({ close, params }) {
    checkLength({ close, params });
    return Buffer.from(JSON.stringify({ close: base64(close), params: base64(params) }), 'latin1');
  },
  decode(bytes) {
    const texts = fields('json_base64', jsonObject(textOf('json_base64', bytes, 'latin1')));
    const { close, params } = byteFields('json_base64', {
      close: bytesIn('close', texts.close),
      params: bytesIn('params', texts.params),
    });
    return numbersIn(close, params);
  },
};
