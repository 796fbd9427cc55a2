import type { Codec } from './codec';
import { bytesOf, RAW_MEDIA_TYPE, rawLength, rawParts, writeRaw } from './raw-layout';

let written = new Uint8Array(0);
let close = new Float64Array(0);
let params = new BigInt64Array(0);

/** Copied into memory that is kept and grows: what it returns is good until its next call. */
export const rawReused: Codec<'raw_reused'> = {
  name: 'raw_reused',
  title: 'raw bytes, copied into a buffer that is kept',
  mediaType: RAW_MEDIA_TYPE,
  lossless: true,
  loses: null,
  reuses: true,
  encode(request) {
    const length = rawLength(request);
    if (written.length < length) written = new Uint8Array(length);
    return writeRaw(request, written.subarray(0, length));
  },
  decode(bytes) {
    const parts = rawParts('raw_reused', bytes);
    if (close.byteLength < parts.close.length) close = new Float64Array(parts.close.length / 8);
    if (params.byteLength < parts.params.length) params = new BigInt64Array(parts.params.length / 8);
    bytesOf(close).set(parts.close);
    bytesOf(params).set(parts.params);
    return {
      close: close.subarray(0, parts.close.length / 8),
      params: params.subarray(0, parts.params.length / 8),
    };
  },
};
