import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { inWorker } from '../../src/bench';

const TASKS = path.join(__dirname, 'tasks.js');

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a task runs in another process, and typed arrays cross both ways', async () => {
  const reports: unknown[] = [];
  const values = Float64Array.of(1, -0, NaN);
  const doubled = await inWorker(TASKS, 'double', values, { onReport: (message) => reports.push(message) });
  assert.deepEqual(doubled, Float64Array.of(2, -0, NaN));
  assert.deepEqual(reports, ['half way']);
  assert.notEqual(await inWorker(TASKS, 'pid', null), process.pid);
});

test("a task's error comes back with its code and message", async () => {
  await assert.rejects(inWorker(TASKS, 'refuse', null), {
    name: 'OptionError',
    code: 'OPTION',
    message: 'option runs: got -1, expected at least 1',
  });
});

test('a worker that dies is told with its exit code and last words', async () => {
  await assert.rejects(inWorker(TASKS, 'die', null), { code: 'WORKER', message: /exit code 3: last words/ });
});

test('an unknown task is an error, not a hang', async () => {
  await assert.rejects(inWorker(TASKS, 'nothing', null), /not a function/);
});

for (const task of ['wait', 'spin']) {
  test(`a cancelled worker is gone when the call settles: ${task}`, async () => {
    const controller = new AbortController();
    let pid = 0;
    const onReport = (message: unknown): void => {
      pid = message as number;
      setTimeout(() => controller.abort(), 100);
    };
    await assert.rejects(inWorker(TASKS, task, null, { signal: controller.signal, onReport }), {
      code: 'CANCELLED',
    });
    assert.ok(pid > 0);
    assert.equal(alive(pid), false);
  });
}

test('a signal aborted before the call starts nothing', async () => {
  await assert.rejects(inWorker(TASKS, 'pid', null, { signal: AbortSignal.abort() }), { code: 'CANCELLED' });
});

test('a worker ends with the process that called it, even when that is killed', async () => {
  const worker = path.join(__dirname, '../../src/bench/worker.js');
  const script = `require(${JSON.stringify(worker)}).inWorker(${JSON.stringify(TASKS)}, 'wait', null, { onReport: console.log })`;
  const caller = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = await once(caller.stdout, 'data');
  const pid = Number(String(told).trim());
  assert.equal(alive(pid), true);
  caller.kill('SIGKILL');
  await once(caller, 'close');
  for (let i = 0; alive(pid) && i < 500; i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(alive(pid), false);
});

test("what onReport throws is the call's error, and nothing is left", async () => {
  const thrown = new Error('the progress bar broke');
  let pid = 0;
  const onReport = (message: unknown): never => {
    pid = message as number;
    throw thrown;
  };
  await assert.rejects(inWorker(TASKS, 'wait', null, { onReport }), thrown);
  assert.equal(alive(pid), false);
});

test('a signal that is none is refused', async () => {
  await assert.rejects(inWorker(TASKS, 'pid', null, { signal: 5 as never }), { code: 'OPTION' });
});
