import type { Estimate } from '../../bench';
import { type Fact, fact } from '../section';
import type { BoundRow } from './bound';
import type { BoundaryRow, FlatRow, KernelRow, Measurements, TunedKernelRow } from './rows';

const bounded = ({ median, low, high }: Estimate, unit: string): Fact => fact(median, unit, { low, high });

/** `Rust tuned, two threads` as a fact's name. */
const key = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

const ofKind = <Kind extends TunedKernelRow['kind']>(rows: readonly TunedKernelRow[], kind: Kind) =>
  rows.filter((row): row is Extract<TunedKernelRow, { kind: Kind }> => row.kind === kind);

/** What the measurements say; absent where a side of it was not measured. */
export function tunedFacts(rows: readonly TunedKernelRow[], { kernels }: Measurements): Record<string, Fact> {
  const threads = kernels.ratio('Rust tuned', 'Rust tuned, two threads');
  return {
    ...gains(ofKind(rows, 'kernel')),
    ...(threads && { two_threads_gain: bounded(threads, 'times, by the wall') }),
    ...certificate(ofKind(rows, 'bound')),
    ...flat(ofKind(rows, 'flat')),
    ...verdict(ofKind(rows, 'boundary')),
  };
}

/** How many times as fast as numba on one thread each kernel is: by processor time, and by the wall with more threads. */
function gains(rows: readonly KernelRow[]): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  for (const { kernel, algorithm, threads, times_numba, times_numba_wall, times_numba_parallel } of rows) {
    const byWall = threads > 1 || times_numba === null;
    const times = byWall ? times_numba_wall : times_numba;
    const name = `${key(kernel)}_times_numba${byWall ? '_by_wall' : ''}`;
    if (times !== null)
      facts[name] = bounded(times, byWall ? 'times, by the wall' : 'times, by processor time');
    if (times_numba_parallel !== null && algorithm === 'tuned') {
      facts[`${key(kernel)}_times_numba_parallel`] = bounded(times_numba_parallel, 'times, by the wall');
    }
  }
  return facts;
}

function certificate(rows: readonly BoundRow[]): Record<string, Fact> {
  if (rows.length === 0) return {};
  const sum = (of: (row: BoundRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const traced = rows.filter(({ share_most }) => share_most !== null);
  const facts: Record<string, Fact> = {
    bars_decided: fact(
      sum(({ bars }) => bars),
      'bars of all combos',
    ),
    bars_uncertain: fact(
      sum(({ uncertain }) => uncertain),
      'bars of all combos',
    ),
    bars_recomputed: fact(
      sum(({ recomputed }) => recomputed),
      'bars of all combos',
    ),
  };
  if (traced.length > 0) {
    const share = Math.max(...traced.map(({ share_most }) => share_most!));
    facts.error_over_bound = fact(share, 'share of the bound, at most');
  }
  return facts;
}

function flat(rows: readonly FlatRow[]): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  for (const { kernel, against, over_naive } of rows) {
    if (kernel !== against) facts[`flat_${key(kernel)}_over_naive`] = bounded(over_naive, "of naive's time");
  }
  return facts;
}

/** The verdict with a tuned kernel: what a crossing is beside the work now. */
function verdict(rows: readonly BoundaryRow[]): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  for (const row of rows) {
    const name = key(`${row.transport}_${row.form}`);
    facts[`${name}_boundary_share`] = fact(row.boundary_share, 'share of the sweep');
  }
  const stateful = rows.find(({ form, transport }) => form === 'stateful' && transport === 'unix');
  if (stateful === undefined) return facts;
  facts.g_per_combo = fact(stateful.g, 'floors');
  if (stateful.g_naive !== null) facts.g_per_combo_naive = fact(stateful.g_naive, 'floors');
  const work = stateful.compute_us / stateful.calls_per_sweep;
  facts.work_per_combo = fact(work, 'us');
  // share = floor / (floor + work)
  facts.round_trip_for_a_tenth = fact(work / 9, 'us');
  facts.round_trip_for_a_half = fact(work, 'us');
  return facts;
}
