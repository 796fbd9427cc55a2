import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { ConnectionError, TimeoutError } from '../../src/errors';
import type { ListenerTransport } from '../../src/transport';
import { grpcStream } from '../../src/transport/grpc-stream';
import { grpcUnary } from '../../src/transport/grpc-unary';
import { hostPort } from '../../src/transport/host-port';
import { httpJson } from '../../src/transport/http-json';
import { httpRaw } from '../../src/transport/http-raw';

const overTcp: readonly ListenerTransport[] = [httpRaw, httpJson, grpcUnary, grpcStream];

test('addresses', () => {
  assert.deepEqual(hostPort('127.0.0.1:80'), { host: '127.0.0.1', port: 80 });
  assert.deepEqual(hostPort('[::1]:65535'), { host: '::1', port: 65535 });
  assert.deepEqual(hostPort('localhost:1'), { host: 'localhost', port: 1 });
  for (const wrong of ['', '80', 'example.org:80', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', '::1:x']) {
    assert.throws(() => hostPort(wrong), ConnectionError, wrong);
  }
});

for (const transport of overTcp) {
  test(`${transport.name}: nobody listens, and no address`, { timeout: 20_000 }, async () => {
    for (const address of ['127.0.0.1:1', 'nowhere']) {
      await assert.rejects(transport.connect(address, { longestReply: 100 }), (error) => {
        assert(error instanceof ConnectionError, `${error}`);
        assert.match(error.message, new RegExp(`can't connect to ${address}`));
        return true;
      });
    }
  });
}

test('gRPC to somebody who says nothing runs out of time', { timeout: 20_000 }, async () => {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as { port: number }).port}`;
  for (const transport of [grpcUnary, grpcStream]) {
    await assert.rejects(transport.connect(address, { longestReply: 100, timeout: 100 }), TimeoutError);
  }
  await new Promise((resolve) => server.close(resolve));
});
