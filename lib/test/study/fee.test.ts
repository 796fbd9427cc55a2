import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { GateRecord } from '../../src/bench';
import { pnlByLength } from '../../src/figures';
import { sweep, windowLengths } from '../../src/kernel';
import { gbm } from '../../src/market';
import {
  architectureNames,
  architectures,
  breakEven,
  chattyVsChunky,
  experiment,
  lowerFloors,
  parity,
  record,
  type Section,
  STUDIES,
  serializationTax,
  spawnCost,
  takeaways,
  tunedKernel,
  verdict,
} from '../../src/study';
import { goldenReference } from '../../src/study/chatty-vs-chunky/reference';
import { workload } from '../../src/study/workload';

type Options = Record<string, unknown>;
type AnyStudy = { name: string; run(options: Options): Promise<Section<unknown>> };

const bars = 1_500;
const lengths = [6, 9];
const small = { bars, lengths, quick: true };

/** Every section whose job trades, and options with which it takes a moment. */
const TRADING: [AnyStudy, Options][] = [
  [experiment, small],
  [architectures, { ...small, runs: 1, starts: 1 }],
  [serializationTax, { ...small, codecs: ['raw_view'], starts: 1, rounds: 1 }],
  [chattyVsChunky, small],
  [spawnCost, { ...small, programs: ['engine'], launches: 1 }],
  [breakEven, { ...small, length: 6, ticks: 200, pacedTicks: 20, pace: 20_000, echoes: 20 }],
  [parity, { bars, pacedTicks: 20, pace: 20_000, quick: true }],
  [tunedKernel, { ...small, which: ['TypeScript tuned', 'Rust tuned'], transports: ['unix'], rounds: 1 }],
  [
    lowerFloors,
    { ...small, transports: ['unix', 'worker-message'], length: 6, ticks: 50, placements: ['unpinned'] },
  ],
  [verdict, small],
  [takeaways, small],
] as [AnyStudy, Options][];

let results: string;
const outside = process.env.IPC_TAX_RESULTS;
before(() => {
  results = mkdtempSync(path.join(tmpdir(), 'ipc-tax-fee-'));
  process.env.IPC_TAX_RESULTS = results;
});
after(() => {
  if (outside === undefined) delete process.env.IPC_TAX_RESULTS;
  else process.env.IPC_TAX_RESULTS = outside;
  rmSync(results, { recursive: true });
});

function assertPassed(gate: GateRecord | null, what: string): void {
  if (gate === null) return;
  assert.equal(gate.all_ok, true, `${what}: ${JSON.stringify(gate.variants)}`);
  for (const variant of gate.variants) assert.equal(variant.bit_equal, true, variant.architecture);
}

test('every section but those whose job trades nothing takes a fee', () => {
  const without = ['echo-curve', 'loop-attribution'];
  assert.deepEqual(
    TRADING.map(([{ name }]) => name).sort(),
    STUDIES.map(({ name }) => name as string)
      .filter((name) => !without.includes(name))
      .sort(),
  );
});

for (const [study, options] of TRADING) {
  describe(study.name, () => {
    for (const fee of [0, 12.5]) {
      test(`at a fee of ${fee}: the gate passes bit for bit, and the record has the fee`, async () => {
        const section = await study.run({ ...options, fee });
        assert.equal(section.run.options.fee, fee);
        assertPassed(section.gate, study.name);
      });
    }

    test('a fee that can not be is refused by name before anything is started', async () => {
      for (const fee of [-0.1, NaN, Infinity, '0.1', 1n, 100.5, null, [0.09]]) {
        await assert.rejects(async () => study.run({ ...options, fee }), {
          code: 'OPTION',
          message:
            /^option fee: got .*, expected a number from 0 to 100, in percent of a trade's entry price$/,
        });
      }
    });
  });
}

test('every architecture that can be chosen by name books the fee, bit for bit', async () => {
  const names = architectureNames().filter((name) => !name.startsWith('faulty_'));
  const found = await architectures.run({ ...small, runs: 1, starts: 1, architectures: names, fee: 0.002 });
  assertPassed(found.gate, 'architectures');
  assert.equal(found.gate?.variants.length, names.length);
  const [pnl] = sweep(gbm({ bars }).close, [windowLengths(6)], { fee: 0.002 }).pnl;
  assert.equal(found.facts.fingerprint_pnl.value, pnl);
});

test('a wrong kernel that leaves the fee out is caught at another fee, and is right where there is none', async () => {
  const names = ['in_process_v8', 'faulty_fee-left-out'];
  for (const [fee, ok] of [
    [0.002, false],
    [0, true],
  ] as const) {
    const found = await architectures.run({ ...small, runs: 1, starts: 1, architectures: names, fee });
    assert.equal(found.gate?.all_ok, ok, `fee ${fee}`);
  }
});

describe("another fee than the article's on the article's own series", () => {
  test('is not its workload: no golden row and no published figure', () => {
    for (const fee of [0, 0.002, 0.09000000000000001, 100]) {
      const work = workload({ fee });
      assert.deepEqual([work.fee, work.articles, work.published], [fee, false, false]);
      assert.equal(goldenReference(work), null);
    }
    for (const fee of [undefined, 0.09]) {
      const work = workload({ fee, lengths: [6, 200] });
      assert.deepEqual([work.fee, work.articles, work.published], [0.09, true, false]);
      assert.equal(goldenReference(work)?.name, 'golden');
    }
    assert.ok(Object.is(workload({ fee: -0, bars: 9 }).fee, 0));
  });

  test('the experiment has no golden rows, and says its fee', async () => {
    const found = await experiment.run({ fee: 0.002 });
    assert.equal(found.gate, null);
    assert.ok(found.rows.every((row) => row.golden_pnl === null && row.golden_trades === null));
    assert.deepEqual(
      [found.facts.fee.value, found.facts.fee.published, found.facts.bars.published],
      [0.002, null, null],
    );
    assert.match(found.gaps[0].why, /article's series, grid and fee only/);
    for (const { fees, trades, pnl, gross_pnl: gross } of found.rows) {
      assert.equal(fees, trades * 0.002);
      assert.ok(Math.abs(gross - fees - pnl) < 1e-9);
    }
    const names = pnlByLength(found).data.map((trace) => (trace as { name: string }).name);
    assert.deepEqual(names, ['net of fees, 0.002 % a trade', 'gross']);
  });

  // Golden rows there would fail these gates.
  for (const [study, options] of [
    [chattyVsChunky, { ways: ['batch'] }],
    [spawnCost, { programs: ['engine'], launches: 1 }],
    [serializationTax, { codecs: ['raw_view'], starts: 1, rounds: 1, jobs: ['rust_batch_unix'] }],
    [breakEven, { length: 6, ticks: 50, pacedTicks: 10, pace: 20_000, echoes: 20 }],
    [tunedKernel, { which: ['Rust tuned'], transports: [], rounds: 1, traced: 1 }],
  ] as [AnyStudy, Options][]) {
    test(`${study.name}: the gate holds it against this process alone`, async () => {
      const found = await study.run({ ...options, lengths, quick: true, fee: 0.002 });
      assert.deepEqual(found.gate?.references, ['in-process V8']);
      assertPassed(found.gate, study.name);
    });
  }
});

test('parity without a fee: two faults are the right kernel, which is said', async () => {
  const found = await parity.run({ bars: 3_000, pacedTicks: 20, pace: 20_000, quick: true, fee: 0 });
  const right = found.rows.slice(2).filter((row) => row.first_divergent_bar === null);
  assert.deepEqual(
    right.map(({ kernel }) => kernel),
    ['fee-before-percent', 'fee-left-out'],
  );
  assert.deepEqual(found.gaps, [
    {
      what: 'the faults fee before percent and fee left out',
      why: 'a fee of 0 can not be booked wrongly: they are the right kernel',
    },
  ]);
});

test('a record at another fee is not taken silently for one at this', async () => {
  const measured = await architectures.run({ ...small, runs: 1, starts: 1, fee: 0.002 });
  const gapOf = async (options: object) => {
    const { gaps } = await verdict.run({ ...small, ...options });
    return gaps.find(({ what }) => what.startsWith('architectures'));
  };
  record(measured);
  assert.deepEqual(await gapOf({}), {
    what: 'architectures at the fee asked for',
    why: 'its record is at a fee of 0.002 %, not 0.09 %',
  });
  assert.equal(await gapOf({ fee: 0.002 }), undefined);
  record({ ...measured, run: { ...measured.run, id: 'before', started: 'yesterday' } });
  assert.deepEqual(await gapOf({ fee: 0 }), {
    what: 'architectures of this run',
    why: 'its record is of an earlier run, yesterday, at a fee of 0.002 %, not 0 %',
  });
  // Records from before there was a choice.
  const { fee: _, ...before } = measured.run.options;
  record({ ...measured, run: { ...measured.run, options: before } });
  assert.equal(await gapOf({}), undefined);
  assert.match((await gapOf({ fee: 0.002 }))!.why, /at a fee of 0.09 %, not 0.002 %/);
});

test('a record of another series is not taken silently for one of this', async () => {
  const other = gbm({ seed: 7, bars });
  record(await architectures.run({ ...small, bars: other, runs: 1, starts: 1 }));
  const gapOf = async (options: object) => {
    const { gaps } = await verdict.run({ ...small, ...options });
    return gaps.find(({ what }) => what.startsWith('architectures'));
  };
  assert.deepEqual(await gapOf({}), {
    what: 'architectures of the series asked for',
    why: 'its record is of gbm seed 7, 1,500 bars, not of gbm seed 42, 1,500 bars',
  });
  assert.equal(await gapOf({ bars: other }), undefined);
  assert.match((await gapOf({ bars: other, fee: 0 }))!.why, /^its record is at a fee of 0.09 %, not 0 %$/);
});
