import type { Packr } from 'msgpackr';
import { CodecError } from '../errors';

/** A map of up to 15 entries begins with this byte and their number in it; longer ones count in the bytes behind. */
const SHORT_MAP = 0x80;
const MAP_16 = 0xde;
const MAP_32 = 0xdf;
/** The extension by which msgpackr writes an object's names apart: two bytes, its number, then an array of the names. */
const RECORD = [0xd4, 0x72];
const SHORT_ARRAY = 0x90;

/**
 * The map that MessagePack is. msgpackr takes names of any kind as texts, and of two that are the same the last: as many
 * as are written must come out.
 * @throws CodecError when it is none, or a name is there twice.
 */
export function mapIn(codec: string, packr: Packr, bytes: Uint8Array): object {
  const value: unknown = packr.unpack(bytes);
  const written = entries(bytes);
  if (typeof value !== 'object' || value === null || written === null) {
    throw new CodecError(codec, null, null, 'the bytes are no map of close and params');
  }
  const names = Object.keys(value).length;
  if (names !== written) {
    const problem = `got a map of ${written} entries with ${names} different names, expected each once`;
    throw new CodecError(codec, null, null, problem);
  }
  return value;
}

/** How many entries the map has that the bytes begin with, or null where it is none. */
function entries(bytes: Uint8Array): number | null {
  const [first, second, , fourth] = bytes;
  if (first >> 4 === SHORT_MAP >> 4) return first & 0xf;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (first === MAP_16) return view.getUint16(1);
  if (first === MAP_32) return view.getUint32(1);
  const isRecord = first === RECORD[0] && second === RECORD[1] && fourth >> 4 === SHORT_ARRAY >> 4;
  return isRecord ? fourth & 0xf : null;
}
