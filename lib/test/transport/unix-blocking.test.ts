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
    bufferBytes?: number,
  ): { buffers(): number[]; send(...pieces: unknown[]): number; close(): void };
}

test('buffers are set and told', watchdog, async () => {
  const path = socketPath();
  const server = createServer().listen(path);
  try {
    const { connectBlockingSocket } = await addon<Native>(['connectBlockingSocket']);
    const socket = connectBlockingSocket(path, 64 * 1024);
    for (const bytes of socket.buffers()) assert(bytes >= 64 * 1024);
    socket.close();
    socket.close();
    assert.throws(() => socket.buffers(), /the socket is closed/);
    assert.throws(() => connectBlockingSocket('x'.repeat(108)), /invalid/);
    await assert.rejects(
      connectUnixBlocking('/nowhere', options),
      /can't connect to \/nowhere: No such file/,
    );
  } finally {
    server.close();
  }
  assert.equal(existsSync(path), false);
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
