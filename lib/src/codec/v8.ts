import { DefaultDeserializer, serialize } from 'node:v8';
import { CodecError } from '../errors';
import type { Codec } from './codec';
import { arrays, fields } from './shape';

/** V8's structured clone as bytes: Node's pickle. Only another V8 reads it. */
export const v8Serialize: Codec<'v8'> = {
  name: 'v8',
  title: "v8.serialize: Node's pickle",
  mediaType: 'application/x-v8-serialized',
  lossless: true,
  loses: null,
  reuses: false,
  encode: ({ close, params }) => serialize({ close, params }),
  decode(bytes) {
    // As v8.deserialize, which does not tell whether more follows.
    const reader = new DefaultDeserializer(bytes);
    reader.readHeader();
    const request = arrays('v8', fields('v8', reader.readValue()));
    if (!hasEnded(reader))
      throw new CodecError('v8', null, null, 'bytes follow the request, expected its end');
    return request;
  },
};

function hasEnded(reader: DefaultDeserializer): boolean {
  try {
    reader.readRawBytes(1);
    return false;
  } catch {
    return true;
  }
}
