import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OptionError } from '../../src/errors';
import {
  events,
  FAULTS,
  FEE_PERCENT,
  type FeeOption,
  grossPnl,
  Ledger,
  LiveKernel,
  nativeSweep,
  nativeSweepSync,
  openSweepPool,
  PARALLEL_KERNELS,
  parallelSweep,
  RUST_KERNELS,
  type SweepPool,
  type SweepResult,
  sweep,
  sweepAsync,
  trace,
  tunedReport,
  tunedSweep,
  tunedSweepAsync,
  type Windows,
  wasmSweep,
  wasmSweepAsync,
  windowLengths,
} from '../../src/kernel';
import { gbm, Pcg64 } from '../../src/market';
import { assertSame } from './cases';
import { anyWindows, hardSeries, slowBooks } from './reference';

const watchdog = { timeout: 120_000 };

const random = new Pcg64(10);
/** None, the study's, a currency pair's, others, and some that nobody chose. */
const FEES = [
  0,
  0.09,
  0.001,
  0.002,
  1,
  1e-9,
  12.5,
  100,
  5e-324,
  0.1 + 0.2,
  ...Array.from({ length: 8 }, () => random.double() * 10 ** (2 - 6 * random.double())),
];
const BAD = [
  -0.1,
  -5e-324,
  100.00000000000001,
  NaN,
  Infinity,
  -Infinity,
  '0.1',
  '',
  1n,
  true,
  null,
  [0.1],
  {},
];

type Kernel = (
  close: Float64Array,
  combos: readonly Windows[],
  options: FeeOption,
) => SweepResult | Promise<SweepResult>;

let pool: SweepPool;
before(async () => {
  pool = await openSweepPool({ workers: 2 });
});
after(() => pool.close());

/** Everything that sweeps, by name. */
const KERNELS: [name: string, kernel: Kernel][] = [
  ['sweep', sweep],
  ['sweepAsync', sweepAsync],
  ['tunedSweep', tunedSweep],
  ['tunedSweepAsync', tunedSweepAsync],
  ['tunedReport', tunedReport],
  ...RUST_KERNELS.flatMap((kernel): [string, Kernel][] => [
    [
      `nativeSweepSync, ${kernel}`,
      (close, combos, own) => nativeSweepSync(close, combos, { kernel, ...own }),
    ],
    [
      `nativeSweep, ${kernel}, two threads`,
      (close, combos, own) => nativeSweep(close, combos, { kernel, threads: 2, ...own }),
    ],
    [`wasmSweep, ${kernel}`, (close, combos, own) => wasmSweep(close, combos, { kernel, ...own })],
    [`wasmSweepAsync, ${kernel}`, (close, combos, own) => wasmSweepAsync(close, combos, { kernel, ...own })],
  ]),
  ...PARALLEL_KERNELS.map((kernel): [string, Kernel] => [
    `a pool, ${kernel}`,
    (close, combos, own) => pool.sweep(close, combos, { kernel, ...own }),
  ]),
  ['parallelSweep', (close, combos, own) => parallelSweep(close, combos, { workers: 2, ...own })],
];

/** Two thousand bars with doubtful ones among them, on a grid of a cent. */
const close = gbm({ bars: 2_000, seed: 5 }).close.map((price) => Math.round(price * 100) / 100);
const combos = [6, 7, 20, 55].map(windowLengths);

/** The rows of a sweep, from its text alone. */
function slowRows(close: Float64Array, combos: readonly Windows[], fee: number): SweepResult {
  const ends = combos.map((windows) => slowBooks(close, windows, fee).at(-1)!);
  return {
    pnl: Float64Array.from(ends, ({ pnl }) => pnl),
    trades: Int32Array.from(ends, ({ trades }) => trades),
  };
}

describe('the reference', () => {
  test("books any fee as the study's text has it, bit for bit", () => {
    for (let seed = 0; seed < 200; seed++) {
      const series = hardSeries(seed);
      const windows = [anyWindows(seed, 9), anyWindows(seed + 1_000, 4)];
      const fee = FEES[seed % FEES.length];
      assertSame(sweep(series, windows, { fee }), slowRows(series, windows, fee), `seed ${seed}, fee ${fee}`);
    }
  });

  test("the fee that is not told is the study's", () => {
    assertSame(sweep(close, combos), sweep(close, combos, { fee: FEE_PERCENT }), 'default');
    assertSame(sweep(close, combos, { fee: undefined }), sweep(close, combos), 'undefined');
  });

  test('a fee changes the PnL and no trade; -0 is none', () => {
    const free = sweep(close, combos, { fee: 0 });
    const study = sweep(close, combos);
    assert.deepEqual(free.trades, study.trades);
    assert.ok(study.trades.every((count) => count > 10));
    for (const [i, pnl] of free.pnl.entries()) {
      assert.ok(Math.abs(pnl - 0.09 * study.trades[i] - study.pnl[i]) < 1e-9);
    }
    assertSame(sweep(close, combos, { fee: -0 }), free, '-0');
    assert.ok(Object.is(new Ledger(-0).fee, 0));
  });
});

describe('every kernel books any fee as the reference does, bit for bit', () => {
  for (const [name, kernel] of KERNELS) {
    test(name, watchdog, async () => {
      for (const fee of FEES) {
        const { pnl, trades } = await kernel(close, combos, { fee });
        assertSame({ pnl, trades }, sweep(close, combos, { fee }), `fee ${fee}`);
      }
      const flat = new Float64Array(700).fill(100);
      const none = await kernel(flat, combos, { fee: 12.5 });
      assert.deepEqual([...none.pnl], [0, 0, 0, 0], 'a series that never trades pays nothing');
    });
  }

  test('sweeps of other fees at the same time keep their own', watchdog, async () => {
    const fees = [0, 0.09, 12.5, 0, 1e-9, 0.002];
    const series = close.subarray(0, 900);
    for (const [name, kernel] of KERNELS) {
      const rows = await Promise.all(fees.map((fee) => kernel(series, combos, { fee })));
      rows.forEach(({ pnl, trades }, i) => {
        const { [i]: fee } = fees;
        assertSame({ pnl, trades }, sweep(series, combos, { fee }), `${name}, fee ${fee}`);
      });
    }
  });
});

describe('bar by bar', () => {
  test('the live kernel books the fee of its ledger', () => {
    for (let seed = 0; seed < 60; seed++) {
      const series = hardSeries(seed);
      const windows = anyWindows(seed, 9);
      const fee = FEES[seed % FEES.length];
      const live = new LiveKernel(windows, new Ledger(fee));
      const books = Array.from(series, (price) => live.tick(price));
      assert.deepEqual(books, slowBooks(series, windows, fee), `seed ${seed}, fee ${fee}`);
    }
  });

  test('a trace tells each gain with it', () => {
    const [windows] = combos;
    for (const fee of FEES) {
      const { flips, trades, pnl } = trace(close, windows, { fee });
      const swept = sweep(close, [windows], { fee });
      assert.deepEqual([trades, pnl], [swept.trades[0], swept.pnl[0]]);
      assert.equal(
        flips.reduce((sum, { gain }) => sum + (gain ?? 0), 0),
        pnl,
      );
      assert.deepEqual(events(close, windows, { fee }), flips);
    }
  });

  test('gross is net and the fee of every trade again, so it hangs on no fee', () => {
    const gross = grossPnl(sweep(close, combos, { fee: 0 }), { fee: 0 });
    assert.deepEqual(gross, sweep(close, combos, { fee: 0 }).pnl);
    for (const fee of FEES.filter((each) => each <= 1)) {
      const again = grossPnl(sweep(close, combos, { fee }), { fee });
      for (const [i, pnl] of again.entries()) assert.ok(Math.abs(pnl - gross[i]) < 1e-9, `fee ${fee}`);
    }
  });
});

describe('the deliberately wrong kernels', () => {
  for (const fault of FAULTS) {
    test(`${fault.title}: at any fee the same mistake bar by bar as over the whole series`, () => {
      for (const fee of FEES) {
        const live = fault.live(combos[0], { fee });
        const { trades, pnl } = Array.from(close, (price) => live.tick(price)).at(-1)!;
        const swept = fault.sweep(close, [combos[0]], { fee });
        assert.deepEqual([trades, pnl], [swept.trades[0], swept.pnl[0]], `fee ${fee}`);
      }
    });
  }

  test('the two that are about the fee are wrong by the fee that is set', () => {
    const rows = (name: string, fee: number) =>
      FAULTS.find((fault) => fault.name === name)!.sweep(close, combos, { fee });
    assertSame(rows('fee-left-out', 0.002), sweep(close, combos, { fee: 0 }), 'left out');
    assertSame(rows('fee-left-out', 0), sweep(close, combos, { fee: 0 }), 'no fee to leave out');
    const { pnl } = sweep(close, combos, { fee: 100 * 0.002 });
    const wrong = rows('fee-before-percent', 0.002).pnl;
    for (const [i, each] of wrong.entries()) assert.ok(Math.abs(each - pnl[i]) < 1e-9);
  });

  test('the others pay it as the right one does', () => {
    const prices = Float64Array.of(100, 110, 99);
    const one = { half: 1, full: 2, sqrt: 1, pThird: 1, pHalf: 1, p: 1 };
    for (const fee of FEES) {
      const pnl = (name: string): number =>
        FAULTS.find((fault) => fault.name === name)!.sweep(prices, [one], { fee }).pnl[0];
      assert.equal(pnl('nan-branch'), ((-1 * (99 - 100)) / 100) * 100 - fee);
      assert.equal(pnl('same-bar-look-ahead'), ((-1 * (110 - 100)) / 100) * 100 - fee);
    }
  });
});

describe('fees that can not be are refused by name', () => {
  const refused = (error: unknown): boolean => {
    assert.ok(error instanceof OptionError);
    assert.match(
      error.message,
      /^option fee: got .*, expected a number from 0 to 100, in percent of a trade's entry price$/s,
    );
    return true;
  };
  for (const fee of BAD) {
    test(`${typeof fee} ${String(fee)}`, async () => {
      const options = { fee } as FeeOption;
      for (const [, kernel] of KERNELS) {
        await assert.rejects(async () => kernel(close, combos, options), refused);
      }
      for (const fault of FAULTS) {
        assert.throws(() => fault.sweep(close, combos, options), refused);
        assert.throws(() => fault.live(combos[0], options), refused);
      }
      assert.throws(() => trace(close, combos[0], options), refused);
      assert.throws(() => events(close, combos[0], options), refused);
      assert.throws(() => grossPnl(sweep(close, []), options), refused);
      assert.throws(() => new Ledger(fee as number), refused);
    });
  }

  test('a fee where options belong', () => {
    const fee = 0.002 as FeeOption;
    assert.throws(() => grossPnl(sweep(close, []), fee), /option options: got 0.002, expected an object/);
    assert.throws(() => trace(close, combos[0], fee), /option options: got 0.002/);
    assert.throws(() => FAULTS[0].live(combos[0], fee), /option options: got 0.002/);
  });
});
