import { OptionError } from '../errors';
import { arrow } from './arrow';
import { checked } from './checked';
import type { Codec } from './codec';
import { json } from './json';
import { jsonBase64 } from './json-base64';
import { msgpackArray } from './msgpack-array';
import { msgpackBinary } from './msgpack-binary';
import { rawFresh } from './raw-fresh';
import { rawReused } from './raw-reused';
import { rawView } from './raw-view';
import { v8Serialize } from './v8';

/** A new one is a file and a line here. */
const CODECS = [
  rawView,
  rawReused,
  rawFresh,
  v8Serialize,
  json,
  jsonBase64,
  msgpackArray,
  msgpackBinary,
  arrow,
] satisfies readonly Codec[];

/** The name of a codec of the library. */
export type CodecName = (typeof CODECS)[number]['name'];

/** Every codec. */
export const codecs: readonly Codec<CodecName>[] = CODECS.map((codec) => checked<CodecName>(codec));

/** The names a codec can be chosen by. */
export const codecNames: readonly CodecName[] = codecs.map((codec) => codec.name);

/** @throws OptionError when there is none of that name. */
export function codecNamed(name: string): Codec {
  const found = codecs.find((codec) => codec.name === name);
  if (!found) throw new OptionError('codec', name, `one of ${codecNames.join(', ')}`);
  return found;
}
