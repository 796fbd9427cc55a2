import { joined } from '../../../src/wire';
import type { MalformedMessage } from './peer';

const bytes = (...values: number[]) => Uint8Array.from(values);
/** A whole reply of one float. */
const reply = joined([bytes(8, 0, 0, 0), new Uint8Array(8)]);

/** Messages that are no frame, or not the one that was asked for. */
export const malformedMessages: readonly MalformedMessage[] = [
  { name: 'an empty message', bytes: bytes(), says: /got .*expected/ },
  { name: 'a message shorter than a length', bytes: bytes(8, 0, 0), says: /got .*expected/ },
  { name: 'a length and nothing more', bytes: reply.subarray(0, 4), says: /got .*expected/ },
  { name: 'a message shorter than its frame', bytes: reply.subarray(0, -1), says: /got .*expected/ },
  { name: 'a message longer than its frame', bytes: joined([reply, bytes(0)]), says: /got .*expected/ },
  { name: 'two frames in one message', bytes: joined([reply, reply]), says: /got .*expected/ },
];
