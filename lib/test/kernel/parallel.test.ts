import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CancelledError, KernelError, TimeoutError } from '../../src/errors';
import {
  GOLDEN_RESULT,
  grid,
  inSharedMemory,
  openSweepPool,
  PARALLEL_KERNELS,
  parallelSweep,
  type SweepPool,
  sweep,
  type Windows,
  windowLengths,
} from '../../src/kernel';
import { deal } from '../../src/kernel/parallel/deal';
import { SweepWorker } from '../../src/kernel/parallel/sweep-worker';
import { gbm } from '../../src/market';
import { assertSame, cases } from './cases';

const watchdog = { timeout: 120_000 };
const combos = grid().map(windowLengths);
const { close } = gbm();
const some = combos.slice(0, 12);
const short = close.subarray(0, 5_000);
const expected = sweep(short, some);
/** One combo of seconds of work in the reference, which does not look up before it is done. */
const endless = { close: new Float64Array(2_000_000), combos: [windowLengths(4_000)] };

const quick = PARALLEL_KERNELS.filter((kernel) => /tuned|direct/.test(kernel));

describe('a pool', () => {
  let pool: SweepPool;
  before(async () => {
    pool = await openSweepPool({ workers: 3 });
  });
  after(() => pool.close());

  for (const kernel of quick) {
    test(`the 80 golden rows, bit for bit: ${kernel}`, watchdog, async () => {
      assertSame(await pool.sweep(inSharedMemory(close), combos, { kernel }), GOLDEN_RESULT, kernel);
    });
  }

  test('every kernel gives the rows of the reference, which is the default', watchdog, async () => {
    for (const kernel of PARALLEL_KERNELS) {
      assertSame(await pool.sweep(short, some, { kernel }), expected, kernel);
    }
    assertSame(await pool.sweep(short, some), expected, 'default');
  });

  test('any series and windows equal the reference, bit for bit', watchdog, async () => {
    let turn = 0;
    for (const { name, close, combos, expected } of cases()) {
      const kernel = quick[turn++ % quick.length];
      assertSame(await pool.sweep(close, combos, { kernel }), expected, `${name}, ${kernel}`);
    }
  });

  test('sweeps asked for at once are done in turn, each right', watchdog, async () => {
    const ended: number[] = [];
    const sweeps = [0, 1, 2, 3, 4].map(async (i) => {
      const part = short.subarray(0, 1_000 * (5 - i));
      const rows = await pool.sweep(part, some, { kernel: PARALLEL_KERNELS[i % PARALLEL_KERNELS.length] });
      ended.push(i);
      assertSame(rows, sweep(part, some), `sweep ${i}`);
    });
    await Promise.all(sweeps);
    assert.deepEqual(ended, [0, 1, 2, 3, 4]);
  });

  test('the series is as it was at the call', async () => {
    const given = Float64Array.from(short);
    const rows = pool.sweep(given, some, { kernel: 'wasm-direct' });
    const ofItsOwn = parallelSweep(given, some, { workers: 2, kernel: 'wasm-direct' });
    given.fill(1);
    assertSame(await rows, expected, 'overwritten');
    assertSame(await ofItsOwn, expected, 'overwritten while the threads start');
  });

  test('the event loop goes on meanwhile', watchdog, async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await pool.sweep(close, combos, { kernel: 'wasm-direct' });
    clearInterval(ticking);
    assert.ok(turns > 3, `the event loop turned ${turns} times`);
  });

  for (const kernel of ['wasm-naive', 'reference']) {
    test(`an aborted signal ends it, also amid a combo: ${kernel}`, watchdog, async () => {
      const control = new AbortController();
      const { signal } = control;
      const sweeping = pool.sweep(endless.close, endless.combos, { kernel, signal });
      setTimeout(() => control.abort('enough'), 30);
      await assert.rejects(sweeping, (error) => error instanceof CancelledError && error.cause === 'enough');
      assert.equal(pool.workers, 3);
      assertSame(await pool.sweep(short, some), expected, 'afterwards');
    });
  }

  test('one that waits is stopped without those before it', watchdog, async () => {
    const first = new AbortController();
    const long = pool.sweep(endless.close, endless.combos, { signal: first.signal });
    const waiting = pool.sweep(short, some, { timeout: 20 });
    const waiting2 = pool.sweep(short, some, { signal: AbortSignal.timeout(20) });
    await assert.rejects(waiting, TimeoutError);
    await assert.rejects(waiting2, CancelledError);
    first.abort();
    await assert.rejects(long, CancelledError);
    assertSame(await pool.sweep(short, some), expected, 'afterwards');
  });

  test('a timeout is kept', watchdog, async () => {
    const sweeping = pool.sweep(endless.close, endless.combos, { kernel: 'wasm-naive', timeout: 30 });
    await assert.rejects(sweeping, {
      name: 'TimeoutError',
      message: /the sweep took longer than its timeout of 30 ms/,
    });
  });

  test('what a kernel throws is told, and the pool goes on', watchdog, async () => {
    await assert.rejects(
      pool.sweep(new Float64Array(new SharedArrayBuffer(2 ** 31)), [combos[0]], { kernel: 'wasm-naive' }),
      (error) =>
        error instanceof KernelError &&
        /a worker thread's sweep failed: option close: .*fits WebAssembly's memory/.test(error.message) &&
        error.cause instanceof Error &&
        error.cause.name === 'OptionError',
    );
    assertSame(await pool.sweep(short, some), expected, 'afterwards');
  });

  test('arguments are named before anything is swept', async () => {
    await assert.rejects(pool.sweep([1] as unknown as Float64Array, some), /option close: got \[1\]/);
    await assert.rejects(pool.sweep(short, 1 as unknown as Windows[]), /option combos: got 1/);
    await assert.rejects(
      pool.sweep(short, some, { kernel: 'fast' }),
      /option kernel: got "fast", expected one of reference/,
    );
    await assert.rejects(pool.sweep(short, some, { timeout: -1 }), /option timeout: got -1/);
    await assert.rejects(pool.sweep(short, some, { workers: 2 } as object), /option workers: got 2/);
    await assert.rejects(pool.sweep(short, some, { signal: AbortSignal.abort() }), CancelledError);
    await assert.rejects(
      openSweepPool({ workers: 0 }),
      /option workers: got 0, expected an integer from 1 to 256/,
    );
  });
});

describe('the end of a pool', () => {
  test('closed amid sweeps: they fail, and so does every later one', watchdog, async () => {
    const pool = await openSweepPool({ workers: 2 });
    const closed = { name: 'KernelError', message: 'the pool of worker threads is closed' };
    const failing = [
      assert.rejects(pool.sweep(endless.close, [...endless.combos, ...endless.combos]), closed),
      assert.rejects(pool.sweep(short, some), closed),
    ];
    await new Promise((resolve) => setTimeout(resolve, 30));
    await Promise.all([pool.close(), pool.close()]);
    await Promise.all(failing);
    await assert.rejects(pool.sweep(short, some), closed);
  });

  test(
    'a pool that is never closed does not keep the process running, nor does a sweep that is over',
    watchdog,
    async () => {
      const program = `
      const { openSweepPool, windowLengths } = require(${JSON.stringify(join(__dirname, '..', '..', 'src', 'kernel'))});
      openSweepPool({ workers: 2 })
        .then((pool) => pool.sweep(new Float64Array(100), [windowLengths(6)]))
        .then((rows) => console.log(rows.pnl.length));`;
      const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.on('data', (text) => {
        said += text;
      });
      const [code] = await once(child, 'close');
      assert.deepEqual([code, said], [0, '1\n']);
    },
  );

  test('parallelSweep opens and closes its own', watchdog, async () => {
    assertSame(
      await parallelSweep(short, some, { workers: 2, kernel: 'tuned-typescript' }),
      expected,
      'two workers',
    );
    assertSame(
      await parallelSweep(short, some.slice(0, 1), { workers: 4 }),
      sweep(short, some.slice(0, 1)),
      'one combo',
    );
    assertSame(await parallelSweep(short, [], { workers: 1 }), sweep(short, []), 'no combo');
    await assert.rejects(parallelSweep(short, some, { workers: 2, kernel: 'fast' }), /option kernel/);
    await assert.rejects(parallelSweep(short, some, { signal: AbortSignal.abort() }), CancelledError);
  });
});

test('a worker that has ended fails what it is given', watchdog, async () => {
  const worker = await SweepWorker.start();
  await worker.end();
  assert.ok(worker.ended);
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const share = {
    kernel: 'reference',
    close: short,
    combos: [],
    fee: 0.09,
    places: [],
    pnl: short,
    trades: stop,
    stop,
    module: null,
  } as const;
  await assert.rejects(
    worker.sweep({ ...share, combos: [], places: [] }),
    /a worker thread ended with exit code 1/,
  );
});

test('combos are dealt by cost, none twice and none left out', () => {
  for (const workers of [1, 2, 3, 7, 100]) {
    const shares = deal(combos, workers);
    assert.equal(shares.length, Math.min(workers, 80));
    assert.deepEqual(
      shares.flat().sort((a, b) => a - b),
      combos.map((_, i) => i),
    );
  }
  const [one, two] = deal(combos, 2).map((share) => share.reduce((sum, i) => sum + combos[i].full, 0));
  assert.ok(Math.abs(one - two) < 10, `${one} and ${two}`);
  assert.deepEqual(deal([], 4), []);
});
