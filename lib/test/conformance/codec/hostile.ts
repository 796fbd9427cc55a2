import { arrow } from './hostile-arrow';
import { json } from './hostile-json';
import { jsonBase64 } from './hostile-json-base64';
import { msgpackArray, msgpackBinary } from './hostile-msgpack';
import { raw } from './hostile-raw';
import { v8 } from './hostile-v8';

/** Bytes that a decoder must not make values of. */
export interface HostileBytes {
  /** What is wrong with them. */
  name: string;
  bytes: Uint8Array;
  /** What the error says, after the codec's name. */
  says: RegExp;
  /** The value it names, and the value itself, where one is at fault. */
  place?: string;
  value?: unknown;
}

/** Bytes that look odd, and are a request all the same. */
export interface OddBytes {
  name: string;
  bytes: Uint8Array;
  close: readonly number[];
  params: readonly bigint[];
}

export interface Hostile {
  refused: readonly HostileBytes[];
  taken: readonly OddBytes[];
}

/** By codec. One without an entry fails the suite. */
export const hostile: Readonly<Record<string, Hostile>> = {
  raw_view: raw,
  raw_reused: raw,
  raw_fresh: raw,
  v8,
  json,
  json_base64: jsonBase64,
  msgpack_array: msgpackArray,
  msgpack_binary: msgpackBinary,
  arrow,
};
