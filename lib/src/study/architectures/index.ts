import path from 'node:path';
import { Gate, type GateReference, Starts, worstNoise } from '../../bench';
import { GOLDEN_RESULT, grossPnl } from '../../kernel';
import type { Measuring } from '../measuring';
import { section } from '../run';
import { type Fact, fact, type Section, type Study } from '../section';
import { inStarts } from '../starts';
import { workloadRecord } from '../workload';
import { architectureByName, CONTROL, type SweepCall } from './known';
import { type ArchitecturesOptions, type CheckedOptions, checked } from './options';
import { type ArchitectureRow, architectureRow } from './rows';
import type { StartOptions, StartResult } from './start';

export { architectureNames, CONTROL } from './known';
export type { ArchitecturesOptions } from './options';
export type { ArchitectureRow } from './rows';
export { byStart, ratioWithin, referenceOf } from './within-rounds';

/**
 * The article's main experiment: one sweep, called in process and through four boundaries, in
 * interleaved rounds over several starts, with an A/A control, behind the gate.
 */
export const architectures: Study<ArchitecturesOptions, ArchitectureRow> = {
  name: 'architectures',
  title: 'One kernel, four boundaries',
  async run(options = {}, context = {}) {
    const given = checked(options);
    const { workload, ...rest } = given;
    const record = { ...rest, ...workloadRecord(workload) };
    return section(architectures, given.quick, record, context, async (measuring) => {
      const results = await measureStarts(given, measuring);
      return parts(given, results);
    });
  },
};

/** The runs of each start: as equal as they can be. */
function roundsPerStart({ runs, starts }: CheckedOptions): number[] {
  return Array.from(
    { length: starts },
    (_, i) => Math.floor(((i + 1) * runs) / starts) - Math.floor((i * runs) / starts),
  );
}

/** Runs the starts one after the other, each in a worker of its own. */
async function measureStarts(given: CheckedOptions, measuring: Measuring): Promise<StartResult[]> {
  const { architectures: names, quick, runs, seed, workload } = given;
  const cold = quick ? 0 : names.length;
  const total = names.length * runs + cold + 1;
  const options = roundsPerStart(given).map(
    (rounds, i): StartOptions => ({
      architectures: names,
      close: workload.series.close,
      windows: workload.windows,
      fee: workload.fee,
      rounds,
      seed: seed + i,
      cold: i === 0 && !quick,
      reference: i === 0,
    }),
  );
  return inStarts(path.join(__dirname, 'start.js'), 'measureStart', options, total, measuring);
}

function parts(given: CheckedOptions, results: readonly StartResult[]) {
  const { architectures: names, quick, workload } = given;
  const reference = results[0].reference!;
  const references: GateReference[] = [{ name: 'in-process V8', result: reference }];
  if (workload.published) references.push({ name: 'golden', result: GOLDEN_RESULT });
  const gate = new Gate(references, names);
  for (const { calls } of results) {
    for (const [name, made] of calls) for (const call of made) gate.check(name, call.result);
  }
  const starts = new Starts<SweepCall>(
    results.map(({ calls }) => calls),
    !quick,
  );
  const control = starts.ratio(CONTROL, 'rust_batch_unix');
  const width = control?.low == null || control.high == null ? null : control.high - control.low;
  const rows = names.map((name) =>
    architectureRow(
      architectureByName(name),
      starts,
      workload.windows.length,
      results[0].cold.get(name) ?? null,
      workload.published,
    ),
  );
  return {
    noise: worstNoise(
      results.map(({ noise }) => noise),
      width,
    ),
    gate: gate.verdict(),
    rows,
    facts: { ...fingerprint(given, reference), ...effects(starts, rows, workload.published) },
    gaps: [],
  };
}

/**
 * The first combo in words, to the last bit: the article's are 57,029 trades and -5165.584357716997.
 */
export function fingerprintText({ facts }: Section<ArchitectureRow>): string {
  const { fingerprint_trades: trades, fingerprint_pnl: pnl } = facts;
  if (trades === undefined || pnl === undefined) return 'fingerprint, first combo: not measured';
  const article = pnl.published === null ? '' : ` (the article: ${trades.published} and ${pnl.published})`;
  return `fingerprint, first combo: ${trades.value} trades, PnL ${pnl.value} %${article}`;
}

/** The first combo's rows: what tells at a glance that the experiment is the article's. */
function fingerprint(
  { workload }: CheckedOptions,
  reference: StartResult['reference'],
): Record<string, Fact> {
  const { fee, published } = workload;
  const figure = (value: number) => ({ published: published ? value : null });
  return {
    fingerprint_trades: fact(reference!.trades[0], 'trades', figure(57_029)),
    fingerprint_pnl: fact(reference!.pnl[0], '%', figure(-5165.58)),
    fingerprint_gross_pnl: fact(grossPnl(reference!, { fee })[0], '%', figure(-32.97)),
  };
}

/** What the comparisons say, each within rounds; absent where a side of it was not measured. */
function effects(
  starts: Starts<SweepCall>,
  rows: readonly ArchitectureRow[],
  published: boolean,
): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  const figure = (value: number | null): number | null => (published ? value : null);
  const ratio = (name: string, over: string, under: string, known: number | null): void => {
    const found = starts.ratio(over, under);
    if (found)
      facts[name] = fact(found.median, 'ratio', {
        low: found.low,
        high: found.high,
        published: figure(known),
      });
  };
  const batch = 'rust_batch_unix';
  ratio('aa_ratio', CONTROL, batch, null);
  ratio('batch_over_numba', batch, 'in_process_numba', 2.276 / 2.01);
  ratio('unchecked_over_numba', 'rust_batch_unchecked', 'in_process_numba', 2.337 / 2.01);
  ratio('unchecked_over_batch', 'rust_batch_unchecked', batch, 2.337 / 2.276);
  ratio('chatty_over_batch', 'rust_chatty_unix', batch, 2.383 / 2.276);
  ratio('spawn_over_batch', 'rust_spawn_stdin', batch, 2.3 / 2.276);
  const chatty = rows.find((row) => row.architecture === 'rust_chatty_unix');
  const extra = starts.difference('rust_chatty_unix', batch);
  if (chatty && extra && chatty.calls_per_sweep > 1) {
    const crossings = chatty.calls_per_sweep - 1;
    const bound = (us: number | null): number | null => (us === null ? null : us / crossings);
    facts.chatty_extra_per_crossing = fact(extra.median / crossings, 'us', {
      low: bound(extra.low),
      high: bound(extra.high),
      published: figure(107_000 / 79),
    });
  }
  if (starts.has(batch)) {
    const bounded = (of: (call: SweepCall) => number, unit: string, known: number): Fact => {
      const { median, low, high } = starts.estimate(batch, of);
      return fact(median, unit, { low, high, published: figure(known) });
    };
    const boundary = ({ us, engine }: SweepCall): number => us - engine.compute;
    // the article's is an echo of the series there and back: it bounds the sweep's boundary from above
    facts.batch_boundary = bounded(boundary, 'us', 2_043.4);
    facts.batch_boundary_share = bounded(
      (call) => boundary(call) / call.us,
      'share of the sweep',
      2_043.4 / 2_276_000,
    );
  }
  const gap = starts.apart(
    batch,
    'in_process_numba',
    ({ us, engine }, numba) => (us - engine.compute) / Math.abs(us - numba.us),
  );
  if (gap) {
    facts.batch_boundary_over_gap = fact(gap.median, 'share of the gap', {
      low: gap.low,
      high: gap.high,
      published: figure(2_043.4 / 266_000),
    });
  }
  return facts;
}
