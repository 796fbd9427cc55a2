import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ConnectionError } from '../../src/errors';
import { connectTcp, connectUnix, transportNamed, transportNames, transports } from '../../src/transport';

const options = { longestReply: 1000 };
const watchdog = { timeout: 10_000 };

describe('nobody there', () => {
  test('no such socket, or a file that is none', watchdog, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'connect-'));
    try {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      await assert.rejects(connectUnix(join(folder, 'none'), options), /can't connect to .*none: .*ENOENT/);
      await assert.rejects(connectUnix(file, options), /can't connect to .*file: .*ECONNREFUSED/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a path too long for a socket', watchdog, async () => {
    const path = `/tmp/${'a'.repeat(103)}`;
    await assert.rejects(connectUnix(path, options), /the path has 108 bytes, a socket's at most 107/);
  });

  test('no listener at the port', watchdog, async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    await assert.rejects(connectTcp(`127.0.0.1:${port}`, options), (error) => {
      assert(error instanceof ConnectionError);
      assert.match(error.message, /can't connect to 127.0.0.1:\d+: .*ECONNREFUSED/);
      return true;
    });
  });

  test('addresses that are none', watchdog, async () => {
    for (const address of [
      '',
      '127.0.0.1',
      '127.0.0.1:',
      '127.0.0.1:0',
      '127.0.0.1:70000',
      'example.org:80',
      ':80',
    ]) {
      await assert.rejects(connectTcp(address, options), /expected HOST:PORT/);
    }
  });
});

test('the registry knows each transport by a name of its own', () => {
  assert.equal(new Set(transportNames).size, transports.length);
  for (const transport of transports) assert.equal(transportNamed(transport.name), transport);
});

test('listeners find their address in the engine’s lines, and in no others', () => {
  const words = ['unix', 'tcp', 'http', 'grpc', 'pipes', 'shared-memory', 'zeromq-ipc', 'zeromq-tcp'];
  for (const transport of transports) {
    if (transport.kind !== 'listener') continue;
    const own = words.filter((word) => transport.addressIn(`listening ${word} here`) === 'here');
    assert.equal(own.length, 1, transport.name);
    for (const line of ['warming up', `not listening ${own[0]} x`, `listening ${own[0]}`]) {
      assert.equal(transport.addressIn(line), null, transport.name);
    }
  }
});
