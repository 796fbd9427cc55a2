import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureWork } from '../../src/model';

const QUICK = { milliseconds: 40 };

test('a call of nanoseconds is timed in blocks', async () => {
  let calls = 0;
  const work = await measureWork(() => ++calls, { ...QUICK, samples: 20 });
  assert.ok(work.callsPerSample > 1);
  assert.ok(work.us > 0);
  assert.equal(calls, work.warmUpCalls + work.measured.n * work.callsPerSample);
  assert.equal(work.asynchronous, false);
  assert.ok(work.coldUs > 0);
});

test('a function that waits is waited for, one call after the other', async () => {
  let under = 0;
  let most = 0;
  const work = await measureWork(
    async () => {
      most = Math.max(most, ++under);
      await sleep(2);
      under--;
    },
    { ...QUICK, name: 'a nap' },
  );
  assert.equal(work.name, 'a nap');
  assert.equal(work.asynchronous, true);
  assert.equal(work.callsPerSample, 1);
  assert.ok(work.us > 1_000);
  assert.deepEqual([most, under], [1, 0]);
});

test('a slow function is called few times, but at least three samples are taken', async () => {
  let calls = 0;
  const busy = (): void => {
    calls++;
    for (const end = performance.now() + 20; performance.now() < end; );
  };
  const work = await measureWork(busy, { milliseconds: 1 });
  assert.equal(work.measured.n, 3);
  assert.equal(calls, 5);
  assert.equal(work.name, 'busy');
});

test('what the function throws comes through, also from a promise', async () => {
  const fault = new RangeError('my own');
  const thrower = (): never => {
    throw fault;
  };
  await assert.rejects(measureWork(thrower), fault);
  await assert.rejects(
    measureWork(async () => thrower()),
    fault,
  );
});

test('a promise that never settles ends with the timeout, and no call is made after it', async () => {
  await assert.rejects(
    measureWork(() => new Promise(() => {}), { name: 'stuck', timeout: 30 }),
    {
      code: 'TIMEOUT',
      message: 'measuring stuck took longer than its timeout of 30 ms',
    },
  );
  let calls = 0;
  const slow = (): Promise<unknown> => {
    calls++;
    return sleep(1);
  };
  await assert.rejects(measureWork(slow, { timeout: 40, milliseconds: 5_000 }), { code: 'TIMEOUT' });
  const then = calls;
  await sleep(20);
  assert.ok(calls - then <= 1);
});

test('it can be cancelled', async () => {
  const signal = AbortSignal.timeout(20);
  await assert.rejects(
    measureWork(() => sleep(1), { signal, milliseconds: 5_000 }),
    { code: 'CANCELLED' },
  );
  await assert.rejects(
    measureWork(() => 1, { signal: AbortSignal.abort() }),
    { code: 'CANCELLED' },
  );
});

for (const [fn, options, message] of [
  [42, {}, 'option fn: got 42, expected a function that does the work once'],
  [undefined, {}, 'option fn: got undefined, expected a function that does the work once'],
  [() => 1, { samples: 2 }, 'option samples: got 2, expected an integer from 3 to 100000'],
  [() => 1, { milliseconds: 0 }, 'option milliseconds: got 0, expected an integer from 1 to 600000'],
  [() => 1, { timeout: -1 }, /option timeout: got -1/],
  [() => 1, { name: 5 }, 'option name: got 5, expected a text'],
  [() => 1, { runs: 5 }, /option runs: got 5, expected no such option/],
] as const) {
  test(`refused: ${message}`, async () => {
    await assert.rejects(measureWork(fn as never, options as never), { code: 'OPTION', message });
  });
}
