import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineBinary } from '../../src/engine';
import { ConnectionError, TimeoutError } from '../../src/errors';
import { Child } from '../../src/transport/child';
import { connectNamedPipes } from '../../src/transport/named-pipes';
import { defaultLimits, echoRequest, readEchoReply } from '../../src/wire';

const watchdog = { timeout: 30_000 };
const options = { longestReply: defaultLimits.frameBytes };
const one = Float64Array.of(1.5);

/** Starts an engine with named pipes in a new folder, and ends it and takes all away whatever happens. */
async function withFolder(use: (folder: string, engine: Child) => Promise<void>): Promise<void> {
  const above = mkdtempSync(join(tmpdir(), 'ipc-tax-'));
  const folder = join(above, 'pipes');
  const engine = await startIn(folder);
  try {
    await use(folder, engine);
  } finally {
    await engine.end();
    rmSync(above, { recursive: true });
  }
}

async function startIn(folder: string): Promise<Child> {
  const args = ['serve', '--die-with-stdin', '--pipes', folder];
  const engine = await Child.start({ command: await engineBinary(), args });
  engine.hold();
  await new Promise<void>((resolve) => {
    engine.stderr.onLine((line) => line === `listening pipes ${folder}` && resolve());
    void engine.exited.then(() => resolve());
  });
  return engine;
}

test('only this user can open them, and only the folder is left while they are used', watchdog, () =>
  withFolder(async (folder, engine) => {
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, 'control')).mode & 0o777, 0o600);
    const connections = await Promise.all([1, 2, 3].map(() => connectNamedPipes(folder, options)));
    assert.deepEqual(readdirSync(folder), ['control']);
    for (const connection of connections) {
      const body = connection.exchange(echoRequest(one), { what: 'echo', bytes: 8, timeout: 5000 });
      assert.deepEqual(readEchoReply(body, 1), one);
    }
    await Promise.all(connections.map((connection) => connection.close()));
    await engine.end();
    assert.equal(existsSync(folder), false);
  }),
);

test('a folder that a killed engine left is used again; any other is left alone', watchdog, () =>
  withFolder(async (folder, engine) => {
    const second = await startIn(folder);
    assert.deepEqual(await second.exited, { code: 1, signal: null });
    assert.match(second.stderr.text, /another process listens there/);
    engine.kill('SIGKILL');
    await engine.exited;
    await assert.rejects(connectNamedPipes(folder, options), ConnectionError);
    const third = await startIn(folder);
    const connection = await connectNamedPipes(folder, options);
    await connection.request(echoRequest(one), { what: 'echo', bytes: 8 });
    third.kill('SIGKILL');
    await third.exited;
    writeFileSync(join(folder, 'mine'), '');
    const fourth = await startIn(folder);
    assert.deepEqual(await fourth.exited, { code: 1, signal: null });
    assert.match(fourth.stderr.text, /"mine" is there, which no engine made/);
    assert(existsSync(join(folder, 'mine')));
    await connection.close();
  }),
);

test('a folder without an engine, and one whose engine makes nothing', watchdog, async () => {
  await assert.rejects(connectNamedPipes('/nowhere', options), /can't connect to \/nowhere: ENOENT/);
  await withFolder(async (folder, engine) => {
    process.kill(engine.pid, 'SIGSTOP');
    const late = connectNamedPipes(folder, { ...options, timeout: 50 });
    await assert.rejects(late, TimeoutError);
    process.kill(engine.pid, 'SIGCONT');
  });
});
