import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EngineReplyError, ProtocolError } from '../../src/errors';
import { type Expected, echoReply, errorReply, joined, ReplyReceiver, type ReplyTaker } from '../../src/wire';
import { arbitraryFloats } from '../conformance/floats';

const LONGEST = 1_000_000;

/** Expects what it is told to, and keeps what it gets. */
class Taker implements ReplyTaker {
  readonly got: (Uint8Array | EngineReplyError)[] = [];
  constructor(readonly wanted: Expected[]) {}
  expected(): Expected | null {
    return this.wanted[0] ?? null;
  }
  reply(body: Uint8Array): void {
    this.wanted.shift();
    this.got.push(body);
  }
  refused(error: EngineReplyError): void {
    this.wanted.shift();
    this.got.push(error);
  }
}

const what = 'echo';
const floats = (count: number) => joined(echoReply(arbitraryFloats(count)));
/** Puts bytes where the receiver wants them, as a socket does, `step` at a time at most. */
function read(receiver: ReplyReceiver, bytes: Uint8Array, step: number): void {
  for (let at = 0; at < bytes.length; ) {
    const space = receiver.space();
    const taken = Math.min(step, space.length, bytes.length - at);
    space.set(bytes.subarray(at, at + taken));
    receiver.received(taken);
    at += taken;
  }
}

const ways: [string, (receiver: ReplyReceiver, bytes: Uint8Array, step: number) => void][] = [
  ['read into place', read],
  [
    'pushed',
    (receiver, bytes, step) => {
      for (let at = 0; at < bytes.length; at += step) receiver.push(bytes.subarray(at, at + step));
    },
  ],
];

for (const [way, feed] of ways) {
  describe(way, () => {
    test('four frames, in steps of every size', () => {
      const counts = [0, 3, 1, 40];
      const frames = counts.map(floats);
      const all = joined([...frames, joined(errorReply(4, 'no'))]);
      for (let step = 1; step <= all.length; step++) {
        const taker = new Taker([...counts.map((count) => ({ what, bytes: count * 8 })), { what }]);
        const receiver = new ReplyReceiver(taker, LONGEST);
        feed(receiver, all, step);
        assert.deepEqual(
          taker.got.slice(0, 4),
          frames.map((frame) => frame.subarray(4)),
        );
        assert.equal((taker.got[4] as EngineReplyError).wireCode, 4);
        assert.equal(receiver.inside, null);
      }
    });

    test('long bodies, expected or not, and into the caller’s memory', () => {
      const frame = floats(100_000);
      for (const step of [1000, 65_536, 65_537, frame.length]) {
        const into = new Uint8Array(900_000);
        const taker = new Taker([{ what, bytes: 800_000 }, { what }, { what, bytes: 800_000, into }]);
        feed(new ReplyReceiver(taker, LONGEST), joined([frame, frame, frame]), step);
        for (const body of taker.got as Uint8Array[]) {
          assert.equal(Buffer.compare(body, frame.subarray(4)), 0);
          assert.equal(body.byteOffset % 8, 0);
        }
        assert.equal((taker.got[2] as Uint8Array).buffer, into.buffer);
      }
    });

    test('cut at every byte, it says how far it had come', () => {
      const frame = floats(2);
      for (let cut = 0; cut < frame.length; cut++) {
        const receiver = new ReplyReceiver(new Taker([{ what, bytes: 16 }]), LONGEST);
        feed(receiver, frame.subarray(0, cut), 5);
        const expected =
          cut === 0
            ? null
            : cut < 4
              ? `${cut} of 4 bytes of its length had come`
              : `${cut - 4} of 16 bytes of its body had come`;
        assert.equal(receiver.inside, expected);
      }
    });
  });
}

describe('what can not be a reply', () => {
  const cases: [string, Expected | null, number[], RegExp][] = [
    ['another length', { what, bytes: 8 }, [9, 0, 0, 0], /echo reply: got a body of 9 bytes, expected 8/],
    [
      'over the limit',
      { what },
      [0x41, 0x42, 0x0f, 0],
      /echo reply: got a body of 1000001 bytes, expected at most 1000000/,
    ],
    ['none waited for', null, [0, 0, 0, 0], /got a reply of 0 bytes, expected none/],
    ['a long error', { what }, [0x01, 0x10, 0, 0x80], /error frame: got a body of 4097 bytes/],
    ['an empty error', { what }, [0, 0, 0, 0x80], /error frame: got 0 bytes/],
    [
      'an unknown code',
      { what },
      [3, 0, 0, 0x80, 8, 0, 0x78],
      /error frame: got code 8 \("x"\), expected 1 to 7/,
    ],
  ];
  for (const [name, expected, bytes, message] of cases) {
    test(name, () => {
      const receiver = new ReplyReceiver(new Taker(expected === null ? [] : [expected]), LONGEST);
      assert.throws(
        () => receiver.push(Uint8Array.from(bytes)),
        (error) => error instanceof ProtocolError && message.test(error.message),
      );
    });
  }

  test('a length that is declared makes no memory of that size', () => {
    const receiver = new ReplyReceiver(new Taker([{ what: 'info' }]), 2 ** 31 - 1);
    receiver.push(Uint8Array.of(0xff, 0xff, 0xff, 0x7f, 1));
    assert(receiver.space().length < 100_000);
  });

  test('an error frame may come unasked', () => {
    const taker = new Taker([]);
    new ReplyReceiver(taker, LONGEST).push(joined(errorReply(6, 'full')));
    assert.equal((taker.got[0] as EngineReplyError).wireCode, 6);
  });
});
