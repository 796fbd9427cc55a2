import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { addon } from '../../src/project';
import { removeFile } from '../../src/transport/leftovers';
import { socketPath } from '../../src/transport/socket-path';
import { connectUnixBlocking } from '../../src/transport/unix-blocking';
import { defaultLimits, echoRequest } from '../../src/wire';

const watchdog = { timeout: 30_000 };
const options = { longestReply: defaultLimits.frameBytes };

interface Native {
  connectBlockingSocket(
    path: string,
    request: Uint8Array,
    reply: Uint8Array,
    bufferBytes?: number,
  ): { buffers(): number[]; turn(bytes: number, timeout?: number): number; close(): void };
}

const room = () => new Uint8Array(4096);

test('buffers are set and told', watchdog, async () => {
  const path = socketPath();
  const server = createServer().listen(path);
  try {
    const { connectBlockingSocket } = await addon<Native>(['connectBlockingSocket']);
    const socket = connectBlockingSocket(path, room(), room(), 64 * 1024);
    for (const bytes of socket.buffers()) assert(bytes >= 64 * 1024);
    socket.close();
    socket.close();
    assert.throws(() => socket.buffers(), /the socket is closed/);
    assert.throws(() => connectBlockingSocket('x'.repeat(108), room(), room()), /invalid/);
    await assert.rejects(
      connectUnixBlocking('/nowhere', options),
      /can't connect to \/nowhere: No such file/,
    );
  } finally {
    server.close();
  }
  assert.equal(existsSync(path), false);
});

/** Says much at once and never listens. */
const talker = `
  const { createServer } = require('node:net');
  const { workerData } = require('node:worker_threads');
  createServer((socket) => { socket.pause(); socket.write(Buffer.alloc(150_000, 7)); })
    .listen(workerData.path, () => require('node:worker_threads').parentPort.postMessage('ready'));`;

test(
  'a turn tells what it sent where the buffer did not take all, and receives nothing then',
  watchdog,
  async () => {
    const path = socketPath();
    const worker = new Worker(talker, { eval: true, workerData: { path } });
    await new Promise((resolve) => worker.once('message', resolve));
    try {
      const { connectBlockingSocket } = await addon<Native>(['connectBlockingSocket']);
      const [request, reply] = [room(), new Uint8Array(1)];
      const socket = connectBlockingSocket(path, request, reply);
      let turns = 0;
      for (; socket.turn(4096) === 1; turns++) assert.deepEqual(reply, Uint8Array.of(7));
      assert(turns > 1 && turns < 10_000, `${turns} turns`);
      reply.fill(0);
      assert.equal(socket.turn(4096), -1);
      assert.deepEqual(reply, Uint8Array.of(0));
      assert.throws(() => socket.turn(4097), /more bytes than the request has/);
      socket.close();
      assert.throws(() => socket.turn(1), /the socket is closed/);
    } finally {
      await worker.terminate();
      removeFile(path);
    }
  },
);

test('a turn ends with its time, with the peer, and with nobody there', watchdog, async () => {
  const path = socketPath();
  const worker = new Worker(talker, { eval: true, workerData: { path } });
  await new Promise((resolve) => worker.once('message', resolve));
  const { connectBlockingSocket } = await addon<Native>(['connectBlockingSocket']);
  const reply = new Uint8Array(200_000);
  const socket = connectBlockingSocket(path, room(), reply);
  try {
    for (let came = 0; came < 150_000; ) came += socket.turn(1);
    assert.throws(() => socket.turn(1, 20), { message: 'ETIMEDOUT' });
    assert.throws(() => socket.turn(1, 0), { message: 'ETIMEDOUT' });
  } finally {
    await worker.terminate();
    removeFile(path);
  }
  assert.throws(() => {
    while (socket.turn(1) > 0);
    socket.turn(1);
  }, /Broken pipe|reset/i);
  socket.close();
});

/** Sends every byte straight back, long before it has them all: unlike an engine, and worse. */
const mirror = `
  const { createServer } = require('node:net');
  const { workerData } = require('node:worker_threads');
  createServer((socket) => {
    socket.once('data', (first) => {
      socket.write(first.subarray(0, 4).map((byte, i) => workerData.length >> (8 * i)));
      socket.write(Buffer.alloc(workerData.length - 1));
      socket.on('end', () => {});
      let left = workerData.request - first.length;
      socket.on('data', (chunk) => { left -= chunk.length; if (left === 0) socket.write(Buffer.alloc(1)); });
    });
  }).listen(workerData.path, () => require('node:worker_threads').parentPort.postMessage('ready'));`;

test('it reads while it writes: two sides that both send do not wait for each other', watchdog, async () => {
  const path = socketPath();
  const floats = new Float64Array(1_000_000);
  const workerData = { path, length: floats.byteLength, request: floats.byteLength + 13 };
  const worker = new Worker(mirror, { eval: true, workerData });
  await new Promise((resolve) => worker.once('message', resolve));
  try {
    const connection = await connectUnixBlocking(path, options);
    const body = connection.exchange(echoRequest(floats), {
      what: 'echo',
      bytes: floats.byteLength,
      timeout: 20_000,
    });
    assert.equal(body.byteLength, floats.byteLength);
    await connection.close();
  } finally {
    await worker.terminate();
    removeFile(path);
  }
});
