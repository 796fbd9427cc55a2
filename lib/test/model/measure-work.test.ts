import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import vm from 'node:vm';
import { wma } from '../../src/kernel';
import { measureWork } from '../../src/model';
import { againstEmpty, type Round } from '../../src/model/empty-function';

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

const NO_MORE = 'no more than an empty function';

for (const [what, fn] of [
  ['() => {}', () => {}],
  [
    'a root that nobody uses',
    () => {
      Math.sqrt(2);
    },
  ],
  ['a root of a constant, given back', () => Math.sqrt(2)],
  ['() => 42', () => 42],
  [
    'sums that nobody uses',
    () => {
      const x = 3.1 * 7;
      return void (x + 1);
    },
  ],
  ['a text', () => 'text'],
  ['a number that is no small integer', () => 2 ** 40],
  ['a method', { work() {} }.work],
  ['an empty async function', async () => {}],
  ['an async function that gives a number', async () => 42],
  [
    'a root in an async function that nobody uses',
    async () => {
      Math.sqrt(2);
    },
  ],
  ['a promise that is kept already', () => Promise.resolve()],
  ['an empty function of another world, as a cell has', vm.runInNewContext('() => {}')],
  ['an empty async function of another world', vm.runInNewContext('async () => {}')],
  ['a function that nobody made', Object.setPrototypeOf(() => {}, null)],
] as [string, () => unknown][]) {
  test(`reported as work: ${what}`, async () => {
    const work = await measureWork(fn, { name: what });
    assert.deepEqual(
      [work.moreThanEmpty, work.note],
      [false, NO_MORE],
      `${work.us} µs, empty ${work.empty.median}`,
    );
    assert.equal(work.empty.n, 2 * work.measured.n, 'two empty functions in each round');
  });
}

const closes = Float64Array.from({ length: 1_000 }, (_, i) => 100 + (i % 7));
let kept = 0;
for (const [what, fn] of [
  ['an average of 1,000 closes', () => wma(closes, 20)],
  ['a text of an object', () => JSON.stringify({ kept })],
  [
    'a hundred roots that are used',
    () => {
      for (let i = 0; i < 100; i++) kept += Math.sqrt(closes[i]);
      return kept;
    },
  ],
  ['a wait', () => sleep(1)],
  ['an async function that waits for another turn', () => new Promise((resolve) => setImmediate(resolve))],
] as [string, () => unknown][]) {
  test(`work stays work: ${what}`, async () => {
    const work = await measureWork(fn, { ...QUICK, name: what });
    assert.deepEqual(
      [work.moreThanEmpty, work.note],
      [true, null],
      `${work.us} µs, empty ${work.empty.median}`,
    );
  });
}

test('a function is told from an empty one by three rounds of four, and by more than two empty ones differ', () => {
  const rounds = (own: number, empty: readonly [number, number]): Round[] => Array(100).fill({ own, empty });
  const more = (own: number, empty: readonly [number, number]) =>
    againstEmpty(rounds(own, empty)).moreThanEmpty;
  assert.deepEqual([more(3, [3, 3]), more(3.5, [3, 3]), more(4, [3, 3])], [false, false, true]);
  assert.deepEqual([more(5, [4, 2]), more(9, [4, 2])], [false, true]);
  const noisy = [...rounds(3, [3, 3]).slice(30), ...rounds(300, [3, 3]).slice(0, 30)];
  assert.equal(againstEmpty(noisy).moreThanEmpty, false, 'a third of the rounds says nothing');
});
