import { Packr } from 'msgpackr';
import type { Codec } from './codec';
import { mapIn } from './msgpack-map';
import { bytesOf, numbersIn } from './raw-layout';
import { byteFields, fields } from './shape';

const packr = new Packr({ useRecords: false });

// msgpackr knows binary by Buffer; a plain Uint8Array would be an extension of its own.
const binary = (array: ArrayBufferView): Buffer => {
  const { buffer, byteOffset, byteLength } = bytesOf(array);
  return Buffer.from(buffer, byteOffset, byteLength);
};

/** MessagePack around the raw bytes: a map of `close` and `params`, both of type bin. */
export const msgpackBinary: Codec<'msgpack_binary'> = {
  name: 'msgpack_binary',
  title: 'MessagePack, the raw bytes as binary',
  mediaType: 'application/msgpack',
  lossless: true,
  loses: null,
  reuses: false,
  encode: ({ close, params }) => packr.pack({ close: binary(close), params: binary(params) }),
  decode(bytes) {
    const value = mapIn('msgpack_binary', packr, bytes);
    const { close, params } = byteFields('msgpack_binary', fields('msgpack_binary', value));
    return numbersIn(close, params);
  },
};
