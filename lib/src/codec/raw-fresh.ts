import type { Codec } from './codec';
import { copiedNumbers, RAW_MEDIA_TYPE, rawLength, rawParts, writeRaw } from './raw-layout';

/** Copied into memory of its own at every call: most of its cost is the memory, not the copy. */
export const rawFresh: Codec<'raw_fresh'> = {
  name: 'raw_fresh',
  title: 'raw bytes, copied into a fresh buffer',
  mediaType: RAW_MEDIA_TYPE,
  lossless: true,
  loses: null,
  reuses: false,
  // Not zeroed, and not out of the shared pool: its pieces need not lie on a multiple of 8.
  encode: (request) => writeRaw(request, Buffer.allocUnsafeSlow(rawLength(request))),
  decode(bytes) {
    const { close, params } = rawParts('raw_fresh', bytes);
    return copiedNumbers(close, params);
  },
};
