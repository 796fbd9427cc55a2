import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Dealer } from 'zeromq';
import { engineBinary } from '../../src/engine';
import { ConnectionError, TimeoutError } from '../../src/errors';
import { Child } from '../../src/transport/child';
import { removeFile } from '../../src/transport/leftovers';
import { socketPath } from '../../src/transport/socket-path';
import { zeromqIpc, zeromqTcp } from '../../src/transport/zeromq';
import { defaultLimits, echoRequest, infoRequest, joined, readInfoReply } from '../../src/wire';

const watchdog = { timeout: 30_000 };
const options = { longestReply: defaultLimits.frameBytes };
const one = Float64Array.of(1.5);

async function started(...args: string[]): Promise<Child> {
  const command = await engineBinary({ program: 'ipc-tax-zeromq-engine' });
  const engine = await Child.start({ command, args: ['serve', '--die-with-stdin', ...args] });
  engine.hold();
  await new Promise<void>((resolve) => {
    engine.stderr.onLine((line) => line.startsWith('listening ') && resolve());
    void engine.exited.then(() => resolve());
  });
  return engine;
}

test(
  'the socket is private, a stale one is replaced, a live one and other files are not',
  watchdog,
  async () => {
    const path = socketPath();
    const first = await started('--ipc', path);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const second = await started('--ipc', path);
    assert.deepEqual(await second.exited, { code: 1, signal: null });
    assert.match(second.stderr.text, /another process listens there/);
    first.kill('SIGKILL');
    await first.exited;
    assert(existsSync(path));
    const third = await started('--ipc', path);
    const connection = await zeromqIpc.connect(path, options);
    await connection.request(echoRequest(one), { what: 'echo', bytes: 8 });
    await connection.close();
    assert.deepEqual(await third.end(), { code: 0, signal: null });
    assert.equal(existsSync(path), false);
  },
);

test('nobody there, and somebody who does not speak ZeroMQ', watchdog, async () => {
  await assert.rejects(zeromqIpc.connect('/nowhere', options), ConnectionError);
  await assert.rejects(
    zeromqTcp.connect('127.0.0.1:1', options),
    /can't connect to 127.0.0.1:1: .*ECONNREFUSED/,
  );
  const path = socketPath();
  const server = createServer((socket) => socket.on('error', () => {})).listen(path);
  try {
    await assert.rejects(zeromqIpc.connect(path, { ...options, timeout: 200 }), TimeoutError);
  } finally {
    server.close();
  }
});

test(
  'a request over the limit of connections is told so, and room is made by who leaves',
  watchdog,
  async () => {
    const path = socketPath();
    const engine = await started('--ipc', path, '--max-connections', '1');
    try {
      const first = await zeromqIpc.connect(path, options);
      await first.request(echoRequest(one), { what: 'echo', bytes: 8 });
      const second = await zeromqIpc.connect(path, options);
      await assert.rejects(second.request(echoRequest(one), { what: 'echo', bytes: 8 }), { wireCode: 6 });
      await Promise.all([first.close(), second.close()]);
      for (let connected = false; !connected; ) {
        const third = await zeromqIpc.connect(path, options);
        connected =
          (await third.request(infoRequest(), { what: 'info' }).then(readInfoReply, () => null)) !== null;
        await third.close();
      }
    } finally {
      await engine.end();
      removeFile(path);
    }
  },
);

test('a message of several parts ends the session, an empty one asks nothing', watchdog, async () => {
  const path = socketPath();
  const engine = await started('--ipc', path);
  const dealer = new Dealer({ linger: 0, receiveTimeout: 10_000 });
  try {
    dealer.connect(`ipc://${path}`);
    const request = Buffer.from(joined(echoRequest(one)));
    await dealer.send('');
    await dealer.send(request);
    assert.equal((await dealer.receive())[0]!.length, 12);
    await dealer.send([request, request]);
    assert.deepEqual(
      (await dealer.receive()).map((part) => part.length),
      [0, 0],
    );
  } finally {
    dealer.close();
    await engine.end();
    removeFile(path);
  }
});

test('SIGTERM lets a request under way finish', watchdog, async () => {
  const path = socketPath();
  const engine = await started('--ipc', path);
  const connection = await zeromqIpc.connect(path, options);
  const call = connection.request(echoRequest(new Float64Array(500_000)), { what: 'echo' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  engine.kill('SIGTERM');
  assert.equal((await call).byteLength, 4_000_000);
  assert.deepEqual(await engine.exited, { code: 0, signal: null });
  await connection.close();
  assert.equal(existsSync(path), false);
});

test('a connection keeps no process alive', watchdog, async () => {
  const path = socketPath();
  const engine = await started('--ipc', path);
  const built = join(__dirname, '..', '..', 'src');
  const script = `
    const { zeromqIpc } = require(${JSON.stringify(join(built, 'transport', 'zeromq'))});
    const { echoRequest } = require(${JSON.stringify(join(built, 'wire'))});
    zeromqIpc.connect(${JSON.stringify(path)}, { longestReply: 100 }).then(async (connection) => {
      await connection.request(echoRequest(Float64Array.of(1)), { what: 'echo', bytes: 8 });
      console.log('done');
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { timeout: 20_000 });
  assert.equal(stdout, 'done\n');
  await engine.end();
});
