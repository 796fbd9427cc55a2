import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startEngine } from '../../src/engine';
import { EngineExitError, OptionError } from '../../src/errors';
import { grid, sweep, windowLengths } from '../../src/kernel';
import { openThread } from '../../src/transport/worker/connect';
import { FrameCutter } from '../../src/transport/worker/frame-cutter';
import { RING_BYTES, Ring, ringMemory } from '../../src/transport/worker/ring';
import type { Crossing } from '../../src/transport/worker/settings';
import { defaultSettings } from '../../src/transport/worker/thread-engine';
import { defaultLimits, echoRequest, infoRequest, joined } from '../../src/wire';

const watchdog = { timeout: 30_000 };
const crossings: Crossing[] = ['message', 'transfer', 'sharedWait', 'sharedSpin'];

for (const crossing of crossings) {
  test(`${crossing}: a thread that crashes is told, with what it said`, watchdog, async () => {
    const file = join(__dirname, 'crashing-thread.js');
    const options = { longestReply: defaultLimits.frameBytes };
    const connection = await openThread(file, crossing, defaultSettings, options);
    await assert.rejects(
      connection.request(echoRequest(Float64Array.of(1)), { what: 'echo', bytes: 8 }),
      (error) => {
        assert(error instanceof EngineExitError, `${error}`);
        assert.equal(error.exitCode, 1);
        assert.match(error.stderr, /a fault, as this test wants it/);
        return true;
      },
    );
    await connection.close();
  });
}

test('an engine in a thread keeps no process alive, used or not', watchdog, async () => {
  const engine = join(__dirname, '..', '..', 'src', 'engine');
  const transports = ['worker-message', 'worker-transfer', 'worker-shared-wait', 'worker-shared-spin'];
  const script = `
    const { startEngine } = require(${JSON.stringify(engine)});
    Promise.all(${JSON.stringify(transports)}.map(async (transport) => {
      const engine = await startEngine({ transport });
      await engine.echo(new Float64Array(3));
      await engine.connect();
    })).then(() => console.log('done'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { timeout: 20_000 });
  assert.equal(stdout, 'done\n');
});

test('kernels and limits are those that were asked for', watchdog, async () => {
  const close = Float64Array.from({ length: 500 }, (_, i) => 100 + Math.sin(i / 5));
  const combos = grid({ from: 3, to: 30, count: 3 }).map(windowLengths);
  const engine = await startEngine({
    transport: 'worker-shared-wait',
    kernel: 'tuned',
    limits: { bars: 500, seriesBytes: 4000 },
  });
  try {
    const { kernel, limits } = await engine.info();
    assert.deepEqual([kernel, limits.bars, limits.series_bytes], ['tuned', 500, 4000]);
    assert.deepEqual(await engine.sweep(close, combos), sweep(close, combos));
    await assert.rejects(engine.sweep(new Float64Array(501), combos), { wireCode: 3 });
    await engine.load(close);
    await assert.rejects(engine.load(close), /load bytes of series in all: got 8000, expected at most 4000/);
  } finally {
    await engine.close();
  }
  await assert.rejects(startEngine({ transport: 'worker-message', cpu: 0 }), OptionError);
  await assert.rejects(startEngine({ transport: 'worker-message', limits: { connections: 2 } }), OptionError);
});

test('a ring carries bytes around its end, and tells when it is over', () => {
  const memory = ringMemory();
  const [writer, reader] = [new Ring(memory, 1, false), new Ring(memory, 1, true)];
  const bytes = Uint8Array.from({ length: 700_000 }, (_, i) => i * 7);
  const room = new Uint8Array(bytes.length);
  for (let round = 0; round < 5; round++) {
    assert.equal(writer.write(bytes), bytes.length);
    // The rest of the ring, less a word for the length of each record.
    assert.equal(writer.write(bytes), RING_BYTES - bytes.length - 16);
    assert.equal(writer.write(bytes), 0);
    assert.equal(writer.waitToWrite(0), false);
    assert.equal(reader.read(room), bytes.length);
    assert.deepEqual(room, bytes);
    reader.read(room);
    assert.equal(reader.waitToRead(0), false);
  }
  writer.write(bytes.subarray(0, 40));
  writer.end();
  assert.equal(reader.isOver, false);
  assert.equal(reader.read(room), 40);
  assert(reader.isOver && reader.waitToRead());
});

test('a ring keeps records of every length apart, read in pieces of any', () => {
  const memory = ringMemory();
  const [writer, reader] = [new Ring(memory, 0, false), new Ring(memory, 0, false)];
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => i);
  // Often enough to go around the ring more than once.
  for (let round = 0; round < 20_000; round++) {
    const record = bytes.subarray(0, 1 + (round % 300));
    assert.equal(writer.write(record), record.length);
    for (let at = 0; at < record.length; ) {
      const room = new Uint8Array(1 + (round % 41));
      const count = reader.read(room);
      assert.deepEqual(room.subarray(0, count), record.subarray(at, at + count));
      at += count;
    }
    assert.equal(reader.read(new Uint8Array(1)), 0);
  }
});

test('a stream is cut into bodies wherever its pieces end', () => {
  const frames = [
    echoRequest(new Float64Array(20_000).fill(3)),
    infoRequest(),
    echoRequest(Float64Array.of(1)),
  ];
  const stream = joined(frames.flat());
  for (const piece of [1, 7, 70_000]) {
    const cutter = new FrameCutter(1 << 20);
    const bodies: Uint8Array[] = [];
    for (let at = 0; at < stream.length; ) {
      const space = cutter.space();
      const bytes = stream.subarray(at, at + Math.min(piece, space.length));
      space.set(bytes);
      cutter.received(bytes.length);
      at += bytes.length;
      const body = cutter.take();
      if (body !== null) {
        assert.equal((body.byteOffset + 9) % 8, 0);
        bodies.push(body.slice());
      }
    }
    assert.deepEqual(
      bodies,
      frames.map((parts) => joined(parts).slice(4)),
    );
  }
  const cutter = new FrameCutter(100);
  cutter.space().set([101, 0, 0, 0]);
  cutter.received(4);
  assert.equal(cutter.tooLong, 101);
});
