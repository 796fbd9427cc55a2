import path from 'node:path';
import { Gate, type GateReference, inWorker, worstNoise } from '../../bench';
import { GOLDEN_RESULT } from '../../kernel';
import { allowedThreads } from '../../project';
import type { Keep, Measuring } from '../measuring';
import { section } from '../run';
import type { Gap, Study } from '../section';
import { fewerCombos } from '../spread';
import { inStarts } from '../starts';
import { workloadRecord } from '../workload';
import type { BoundRow, BoundTask } from './bound';
import { boundaries } from './boundaries';
import { tunedFacts } from './facts';
import { FLAT } from './flat';
import { GROWTH_STEPS, type GrowthRow, measureGrowth } from './growth';
import { KERNELS } from './kernels';
import { type CheckedOptions, checked, type TunedKernelOptions } from './options';
import { boundaryRows, flatRows, kernelRow, measurements, type TunedKernelRow } from './rows';
import type { StartOptions, StartResult } from './start';

export type { BoundRow } from './bound';
export type { BoundaryForm } from './boundaries';
export type { GrowthRow } from './growth';
export { KERNEL_NAMES } from './kernels';
export type { TunedKernelOptions } from './options';
export type { BoundaryRow, FlatRow, KernelRow, TunedKernelRow } from './rows';

/**
 * The question the article leaves open: would a tuned kernel flip the sign? Every kernel in every language that has it,
 * so that an algorithm's gain is told from a language's; what the tuned one's bound leaves open; and the verdict again,
 * with a sweep that takes milliseconds.
 */
export const tunedKernel: Study<TunedKernelOptions, TunedKernelRow> = {
  name: 'tuned-kernel',
  title: 'A tuned kernel',
  async run(options = {}, context = {}) {
    const given = checked(options);
    const { workload, flatWindows: _, ...rest } = given;
    const record = { ...rest, ...workloadRecord(workload) };
    return section(tunedKernel, given.quick, record, context, async (measuring) => {
      const steps = new Steps(given, measuring);
      const results = await measureStarts(given, steps, measuring);
      const bound = await measuring.beside<BoundRow>('the bound of each length', (keep) =>
        measureBounds(given, steps, measuring, keep),
      );
      const growth = given.growth
        ? await measuring.beside<GrowthRow>(GROWTH, (keep) =>
            measureGrowth(measuring.signal, keep, steps.done),
          )
        : [];
      return parts(given, results, bound, growth);
    });
  },
};

/** What the rows of `option growth` are called where they are missing. */
const GROWTH = 'growth to 15,000,000 bars';

/** Counts the steps of a run's parts, which report apart. */
class Steps {
  readonly total: number;
  #done: number;

  constructor(
    { which, transports, rounds, starts, growth, workload }: CheckedOptions,
    private readonly measuring: Measuring,
  ) {
    const calls = rounds * (which.length + boundaries(transports).length);
    // floors and flat series; the reference in the first
    this.#done = starts * (calls + 2) + 1;
    this.total = this.#done + workload.lengths.length + (growth ? GROWTH_STEPS : 0);
  }

  /** One more, after the starts. */
  readonly done = (note: string): void => this.measuring.progress?.(++this.#done, this.total, note);
}

/** A flat series has this share of the bars: every bar of it is worked out in the reference's arithmetic. */
const FLAT_SHARE = 5;
const QUICK_FLAT_SHARE = 20;

function measureStarts(
  given: CheckedOptions,
  { total }: Steps,
  measuring: Measuring,
): Promise<StartResult[]> {
  const { which, transports, rounds, seed, starts, quick, workload, flatWindows } = given;
  const options = Array.from(
    { length: starts },
    (_, i): StartOptions => ({
      which,
      transports,
      close: workload.series.close,
      windows: workload.windows,
      fee: workload.fee,
      flatWindows,
      flatBars: Math.ceil(workload.series.close.length / (quick ? QUICK_FLAT_SHARE : FLAT_SHARE)),
      rounds,
      seed: seed + i,
      reference: i === 0,
    }),
  );
  return inStarts(path.join(__dirname, 'start.js'), 'measureStart', options, total, measuring);
}

async function measureBounds(
  { workload, traced }: CheckedOptions,
  steps: Steps,
  { signal }: Measuring,
  keep: Keep<BoundRow>,
): Promise<void> {
  const { series, lengths, windows } = workload;
  const rows = await inWorker<BoundTask, BoundRow[]>(
    path.join(__dirname, 'bound.js'),
    'measureBound',
    { close: series.close, lengths, windows, traced },
    { signal, onReport: (length) => steps.done(`the bound of length ${length}`) },
  );
  for (const row of rows) keep(row);
}

function parts(
  given: CheckedOptions,
  results: readonly StartResult[],
  bound: BoundRow[],
  growth: TunedKernelRow[],
) {
  const { which, transports, quick, workload, flatWindows } = given;
  const found = measurements(results, !quick);
  const kernels = which.map((name) => kernelRow(name, results, found));
  const naive = kernels.find(({ kernel }) => kernel === 'Rust naive')?.measured.median ?? null;
  const flat = flatRows(found, results);
  const rows: TunedKernelRow[] = [
    ...kernels,
    ...bound,
    ...flat,
    ...boundaryRows(transports, found, results, workload.windows.length, naive),
    ...growth,
  ];
  const gaps: Gap[] = fewerCombos(flatWindows.length, workload.windows.length);
  if (flat.length === 0) gaps.push({ what: 'flat series', why: 'stopped before they were swept' });
  gaps.push(...crowded(which, allowedThreads()));
  if (!given.growth) gaps.push({ what: GROWTH, why: 'option growth, or make bench' });
  return {
    noise: worstNoise(
      results.map(({ noise }) => noise),
      null,
    ),
    gate: gate(given, results),
    rows,
    facts: tunedFacts(rows, found),
    gaps,
  };
}

/** Kernels of more threads than can run at once: left out, or, where they were asked for, on threads that take turns. */
function crowded(which: readonly string[], threads: number): Gap[] {
  const why = `this process can run ${threads === 1 ? 'one thread' : `${threads} threads`} at once`;
  return KERNELS.filter((kernel) => kernel.threads > threads).map(({ name }) => ({
    what: which.includes(name) ? `${name}, with a processor for each` : name,
    why,
  }));
}

/** Every sweep of every kernel, in process and behind a transport; a flat series is held against the reference's rows there. */
function gate({ which, transports, workload }: CheckedOptions, results: readonly StartResult[]) {
  const references: GateReference[] = [{ name: 'in-process V8', result: results[0].reference! }];
  if (workload.published) references.push({ name: 'golden', result: GOLDEN_RESULT });
  const names = [...which, ...boundaries(transports).map(({ name }) => name)];
  const made = new Gate(references, names);
  for (const { kernels, boundaries: forms } of results) {
    for (const [name, calls] of [...kernels, ...forms])
      for (const call of calls) made.check(name, call.result);
  }
  for (const { name } of FLAT) {
    const differs = results.some(({ flat }) => flat.get(name)?.some(({ identical }) => !identical));
    if (differs) made.fail(name, "other rows than the reference's on a flat series");
  }
  return made.verdict();
}
