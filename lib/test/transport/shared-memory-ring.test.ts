import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replyRing, requestRing } from '../../src/transport/shared-memory/layout';
import { RingReader, RingWriter, type Shared } from '../../src/transport/shared-memory/ring';

const CAPACITY = 4096;

/** Both ends of both rings in memory of this process: the client writes requests, the listener replies. */
function rings() {
  const memory = new SharedArrayBuffer(4096 + 2 * CAPACITY);
  const shared: Shared = { words: new Int32Array(memory), bytes: new Uint8Array(memory), wake() {} };
  const [requests, replies] = [requestRing(CAPACITY), replyRing(CAPACITY)];
  const fromListener = new RingReader(shared, replies);
  const fromClient = new RingReader(shared, requests);
  return {
    shared,
    requests: new RingWriter(shared, requests, fromListener),
    fromClient,
    replies: new RingWriter(shared, replies, fromClient),
    fromListener,
    /** The bytes of the request ring itself. */
    inRing: () => [...new Uint8Array(memory, requests.bytes, CAPACITY)],
  };
}

const pattern = (from: number, count: number) =>
  Uint8Array.from({ length: count }, (_, k) => ((from + k) % 250) + 1);

/** Writes as a stream does: inline if it may, else to the ring. */
function write(writer: RingWriter, bytes: Uint8Array): boolean {
  const inline = writer.copyInline([bytes.subarray(0, 3), bytes.subarray(3)]);
  if (!inline) assert.equal(writer.copy(bytes, 0, bytes.length), bytes.length);
  writer.publish();
  return inline;
}

/** Reads all that is there. */
function read(reader: RingReader): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let there = reader.available(); there > 0; there = reader.available()) {
    const piece = new Uint8Array(there);
    if (there >= 4) {
      const first = reader.peekUint32();
      reader.copy(piece);
      assert.equal(new DataView(piece.buffer).getUint32(0, true), first);
    } else reader.copy(piece);
    reader.release(there);
    pieces.push(piece);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}

describe('a ring of shared memory', () => {
  it('takes a short frame inline where all before was read and told, and leaves the ring as it was', () => {
    const { requests, fromClient, replies, fromListener, inRing } = rings();
    for (let turn = 0; turn < 300; turn++) {
      const request = pattern(turn, (turn % 48) + 1);
      assert.equal(write(requests, request), true);
      assert.deepEqual(read(fromClient), request);
      const reply = pattern(turn + 7, 48 - (turn % 48));
      assert.equal(write(replies, reply), true);
      assert.deepEqual(read(fromListener), reply);
    }
    assert.ok(inRing().every((byte) => byte === 0));
  });

  it('takes what is longer, and what finds the ring not read, to the ring', () => {
    const { requests, fromClient, replies, fromListener } = rings();
    assert.equal(write(requests, pattern(0, 49)), false);
    assert.equal(write(requests, pattern(49, 10)), false);
    assert.deepEqual(read(fromClient), pattern(0, 59));
    // Read, but not told.
    assert.equal(write(requests, pattern(59, 10)), false);
    assert.deepEqual(read(fromClient), pattern(59, 10));
    write(replies, pattern(0, 1));
    assert.equal(write(requests, pattern(69, 10)), true);
    // The inline bytes stay while more goes to the ring, and come first.
    assert.equal(write(requests, pattern(79, 10)), false);
    assert.equal(fromClient.available(), 10);
    assert.deepEqual(read(fromClient), pattern(69, 20));
    assert.equal(read(fromListener).length, 1);
  });

  it('gives inline bytes piece by piece', () => {
    const { requests, fromClient } = rings();
    write(requests, pattern(0, 30));
    for (let at = 0; at < 30; at += 5) {
      assert.equal(fromClient.available(), 30 - at);
      const piece = new Uint8Array(3);
      fromClient.copy(piece, 2);
      assert.deepEqual(piece, pattern(at + 2, 3));
      fromClient.release(5);
    }
    assert.equal(fromClient.available(), 0);
  });

  it('tells no more of inline bytes once their numbers could come again', () => {
    const { shared, requests, fromClient } = rings();
    const { tail } = requestRing(CAPACITY);
    const told = () => [...shared.words.subarray((tail >> 2) + 1, (tail >> 2) + 3)];
    write(requests, pattern(0, 20));
    assert.deepEqual(read(fromClient), pattern(0, 20));
    assert.deepEqual(told(), [0, 20]);
    for (let at = 20; at < 3 * CAPACITY; at += 1000) {
      assert.equal(write(requests, pattern(at, 1000)), false);
      assert.deepEqual(read(fromClient), pattern(at, 1000));
    }
    assert.deepEqual(told(), [0, 0]);
  });

  for (const [from, to] of [
    [0, 49],
    [0, -1],
    [-1, 0],
    [1, 20],
    [-100, 2 ** 31 - 1],
  ]) {
    it(`takes words about inline bytes that can not be, ${from} to ${to}, for none`, () => {
      const { shared, requests, fromClient } = rings();
      const { tail } = requestRing(CAPACITY);
      write(requests, pattern(0, 60));
      shared.words.set([from!, to!], (tail >> 2) + 1);
      assert.equal(fromClient.available(), 60);
      assert.deepEqual(read(fromClient), pattern(0, 60));
    });
  }
});
