import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineStartError } from '../../src/errors';
import { Child } from '../../src/transport/child';
import { isRunning, until } from '../engine/processes';

const node = (script: string) => ({ command: process.execPath, args: ['-e', script] });
const watchdog = { timeout: 20_000 };

async function ended(child: Child) {
  child.hold();
  return child.exited;
}

// Mostly waiting, so side by side.
describe('how a process ends', { concurrency: true }, () => {
  test('by its exit code, with its last words', watchdog, async () => {
    const child = await Child.start(node('console.error("so long"); process.exit(7)'));
    assert.deepEqual(await ended(child), { code: 7, signal: null });
    const error = child.exitError();
    assert.equal(error.message, 'the engine ended with exit code 7; its last words: so long');
    assert.equal(error.stderr, 'so long\n');
  });

  test('by a signal', watchdog, async () => {
    const child = await Child.start(node('setInterval(() => {}, 1000)'));
    child.kill('SIGKILL');
    assert.deepEqual(await ended(child), { code: null, signal: 'SIGKILL' });
    child.kill('SIGKILL');
  });

  test('when its stdin closes', watchdog, async () => {
    const child = await Child.start(node('process.stdin.resume()'));
    assert.deepEqual(await child.end(), { code: 0, signal: null });
    assert.deepEqual(await child.end(), { code: 0, signal: null });
  });

  test('by SIGTERM when that does not help', watchdog, async () => {
    const child = await Child.start(node('setInterval(() => {}, 1000)'));
    assert.deepEqual(await child.end(), { code: null, signal: 'SIGTERM' });
  });

  test('by SIGKILL when nothing else does, and its own children with it', watchdog, async () => {
    const script = `
      process.on('SIGTERM', () => {});
      const { spawn } = require('node:child_process');
      const own = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      console.error('own ' + own.pid);
      setInterval(() => {}, 1000);`;
    const child = await Child.start(node(script));
    child.hold();
    const own = await new Promise<number>((resolve) => {
      child.stderr.onLine((line) => resolve(Number(line.slice(4))));
    });
    assert.deepEqual(await child.end(), { code: null, signal: 'SIGKILL' });
    await until('its own child gone', () => !isRunning(own));
  });

  test('though another process holds its pipes', watchdog, async () => {
    const script = `
      const { spawn } = require('node:child_process');
      spawn(process.execPath, ['-e', 'setTimeout(() => {}, 4000)'], { stdio: 'inherit', detached: true }).unref();
      process.exit(0);`;
    const child = await Child.start(node(script));
    assert.deepEqual(await ended(child), { code: 0, signal: null });
  });
});

test('a program that is not there', watchdog, async () => {
  const start = Child.start({ command: '/nowhere/engine', args: [] });
  await assert.rejects(start, (error) => {
    assert(error instanceof EngineStartError);
    assert.match(error.message, /can't start \/nowhere\/engine: .*ENOENT/);
    return true;
  });
});
