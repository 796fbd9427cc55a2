import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProtocolError } from '../../src/errors';
import {
  readEchoReply,
  readEmptyReply,
  readErrorReply,
  readIdReply,
  readInfoReply,
  readSweepReply,
  readTickReply,
  readTimingReply,
} from '../../src/wire';

const text = (words: string) => new TextEncoder().encode(words);
/** Little-endian i64s. */
const i64 = (...values: bigint[]) => new Uint8Array(BigInt64Array.from(values).buffer);
const info = { engine: '0.1.0', protocol: 1, kernel: 'naive', threads: 1, limits: { bars: 9 } };

const faults: [string, () => unknown, RegExp][] = [
  [
    'a sweep a byte short',
    () => readSweepReply(new Uint8Array(31), 2),
    /sweep reply: got 31 bytes, expected 32/,
  ],
  ['a sweep of other combos', () => readSweepReply(new Uint8Array(32), 1), /got 32 bytes, expected 16/],
  [
    'negative trades',
    () => readSweepReply(i64(0n, -1n), 1),
    /trades 0 of the reply: got -1, expected a count/,
  ],
  ['trades of 2^31', () => readSweepReply(i64(0n, 2n ** 31n), 1), /trades 0 of the reply: got 2147483648/],
  ['trades of 2^63 - 1', () => readSweepReply(i64(0n, 2n ** 63n - 1n), 1), /expected a count/],
  [
    'an echo of another length',
    () => readEchoReply(new Uint8Array(8), 2),
    /echo reply: got 8 bytes, expected 16/,
  ],
  ['no id', () => readIdReply(new Uint8Array(0), 'load'), /load reply: got 0 bytes, expected 4/],
  [
    'id 0',
    () => readIdReply(new Uint8Array(4), 'open live'),
    /open live reply: got id 0, expected 1 or more/,
  ],
  [
    'something where nothing is due',
    () => readEmptyReply(new Uint8Array(1), 'drop'),
    /drop reply: got 1 bytes, expected 0/,
  ],
  ['a tick too few', () => readTickReply(new Uint8Array(24), 2), /tick reply: got 24 bytes, expected 48/],
  ['side 2', () => readTickReply(i64(2n, 0n, 0n), 1), /side 0 of the reply: got 2, expected 1, -1 or 0/],
  ['trades of -1 in a tick', () => readTickReply(i64(0n, -1n, 0n), 1), /trades 0 of the reply: got -1/],
  ['timing of four', () => readTimingReply(new Uint8Array(32)), /timing reply: got 32 bytes, expected 40/],
  [
    'info that is no text',
    () => readInfoReply(Uint8Array.of(0xff)),
    /info reply: got bytes that are not UTF-8/,
  ],
  ['info that is no JSON', () => readInfoReply(text('{engine')), /info reply: got "\{engine", expected JSON/],
  ['info that is a list', () => readInfoReply(text('[]')), /info reply: got \[\], expected an object/],
  [
    'info without threads',
    () => readInfoReply(text(JSON.stringify({ ...info, threads: undefined }))),
    /info reply, threads: got undefined, expected a number/,
  ],
  [
    'info with a fee in words',
    () => readInfoReply(text(JSON.stringify({ ...info, fee: '0.09' }))),
    /info reply, fee: got "0.09", expected a number/,
  ],
  [
    'info with a limit in words',
    () => readInfoReply(text(JSON.stringify({ ...info, limits: { bars: 'many' } }))),
    /info reply, bars: got "many", expected a number/,
  ],
  ['an error of one byte', () => readErrorReply(new Uint8Array(1)), /error frame: got 1 bytes/],
  ['an error of code 0', () => readErrorReply(new Uint8Array(2)), /error frame: got code 0/],
  ['an error over 4 KiB', () => readErrorReply(new Uint8Array(4097)), /error frame: got 4097 bytes/],
];

describe('faults in replies', () => {
  for (const [name, read, message] of faults) {
    test(name, () => {
      assert.throws(read, (error) => error instanceof ProtocolError && message.test(error.message));
    });
  }
});

test('a reply shares the body’s memory where it lies on a multiple of 8, and copies it where not', () => {
  const body = new Uint8Array(24);
  assert.equal(readEchoReply(body.subarray(8), 2).buffer, body.buffer);
  assert.notEqual(readEchoReply(body.subarray(3, 19), 2).buffer, body.buffer);
});

test('info keeps out what it does not know', () => {
  const more = text(JSON.stringify({ ...info, mood: 'fine' }));
  assert.deepEqual(readInfoReply(more), info);
});

test('timing: the steps in microseconds', () => {
  const timing = readTimingReply(i64(1000n, 3000n, 10_000n, 10_500n, 11_000n));
  assert.equal(timing.parseMicroseconds, 2);
  assert.equal(timing.computeMicroseconds, 7);
  assert.equal(timing.encodeMicroseconds, 0.5);
  assert.equal(timing.engineMicroseconds, 10);
  assert.equal(timing.writeBegun, 11_000n);
});
