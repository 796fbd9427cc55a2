import { microseconds } from '../../bench';
import { type Codec, type CodecRequest, codecNamed, requestDifference } from '../../codec';
import { IpcTaxError } from '../../errors';
import type { Peer } from './peer';

/** Where a codec runs: the library's own, a Rust service's, and the article's in Python. */
export type Side = 'client-node' | 'server-rust' | 'reference-python';
export type Direction = 'encode' | 'decode';

/** One codec on one side in one direction. */
export interface CodecSubject {
  codec: string;
  side: Side;
  direction: Direction;
  /** Does it `count` times over and returns microseconds for one. */
  call(count: number): Promise<number>;
}

/** A subject's name within a start. */
export const subjectKey = (side: Side, codec: string, direction: Direction): string =>
  `${side} ${codec} ${direction}`;

/** What was returned last: a result that nobody uses might not be computed. */
let kept: unknown;

/** A codec in this process. `bytes` is what it decodes. */
export function nodeSubjects(codec: Codec, request: CodecRequest, bytes: Uint8Array): CodecSubject[] {
  const encode = codec.pieces ?? codec.encode;
  const works: [Direction, () => unknown][] = [
    ['encode', () => encode(request)],
    ['decode', () => codec.decode(bytes)],
  ];
  return works.map(([direction, work]) => ({
    codec: codec.name,
    side: 'client-node',
    direction,
    async call(count) {
      const begin = microseconds();
      for (let i = 0; i < count; i++) kept = work();
      const us = (microseconds() - begin) / count;
      return kept === begin ? 0 : us;
    },
  }));
}

/** A codec in another process, which times it by its own clock. */
export function peerSubjects(side: Side, codec: string, peer: Peer): CodecSubject[] {
  return (['encode', 'decode'] as const).map((direction) => ({
    codec,
    side,
    direction,
    call: async (count) => Number(await peer.ask(`${direction} ${codec} ${count}`)) / 1_000 / count,
  }));
}

/** @throws IpcTaxError `CODEC_CHECK` when what a codec read is not what was written. */
export function expectSame(who: string, expected: CodecRequest, actual: CodecRequest): void {
  const difference = requestDifference(expected, actual);
  if (difference !== null) throw new IpcTaxError('CODEC_CHECK', `${who}: ${difference}`);
}

/** Reads what a codec of the same name wrote in another language. */
export const readBack = (codec: string, bytes: Uint8Array): CodecRequest => codecNamed(codec).decode(bytes);
