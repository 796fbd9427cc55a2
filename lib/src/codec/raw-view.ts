import type { Codec } from './codec';
import { bytesOf, numbersIn, RAW_MEDIA_TYPE, rawHeader, rawLength, rawParts, writeRaw } from './raw-layout';

/** The numbers where they lie, either way: what a socket's gathering write and an aligned receive buffer allow. */
export const rawView: Codec<'raw_view'> = {
  name: 'raw_view',
  title: 'raw bytes, a view: nothing copied',
  mediaType: RAW_MEDIA_TYPE,
  lossless: true,
  loses: null,
  reuses: false,
  pieces: (request) => [rawHeader(request), bytesOf(request.close), bytesOf(request.params)],
  encode: (request) => writeRaw(request, new Uint8Array(rawLength(request))),
  decode(bytes) {
    const { close, params } = rawParts('raw_view', bytes);
    return numbersIn(close, params);
  },
};
