import { deserialize, serialize } from 'node:v8';
import type { Codec } from './codec';
import { arrays, fields, parsed } from './shape';

/** V8's structured clone as bytes: Node's pickle. Only another V8 reads it. */
export const v8Serialize: Codec<'v8'> = {
  name: 'v8',
  title: "v8.serialize: Node's pickle",
  mediaType: 'application/x-v8-serialized',
  lossless: true,
  loses: null,
  reuses: false,
  encode: ({ close, params }) => serialize({ close, params }),
  decode: (bytes) => parsed('v8', () => arrays('v8', fields('v8', deserialize(bytes)))),
};
