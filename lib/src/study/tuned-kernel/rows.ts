import { bootstrapMedian, type Estimate, type Measured, measured, Starts } from '../../bench';
import type { TransportName } from '../../transport';
import type { BoundRow } from './bound';
import { type BoundaryForm, boundaries } from './boundaries';
import { FLAT, type FlatName } from './flat';
import type { GrowthRow } from './growth';
import { type KernelSubject, kernelByName, NUMBA, NUMBA_PARALLEL } from './kernels';
import type { FlatCall, KernelCall, StartResult } from './start';

/** A kernel in a language, over the whole workload. */
export interface KernelRow {
  kind: 'kernel';
  kernel: string;
  title: string;
  language: KernelSubject['language'];
  algorithm: KernelSubject['algorithm'];
  /** 0: as many as there are processors. */
  threads: number;
  step: number | null;
  changed: string | null;
  /** Microseconds by the wall. */
  measured: Measured;
  published: null;
  /** Microseconds of a processor, all threads together; null where the system does not tell. */
  processor: Measured | null;
  /** numba's time over this one's, within rounds: by processor time, and by the wall. */
  times_numba: Estimate | null;
  times_numba_wall: Estimate | null;
  /** Against numba on all processors, by the wall. */
  times_numba_parallel: Estimate | null;
}

/** A tuned kernel on a flat series, on which its bound decides nothing. */
export interface FlatRow {
  kind: 'flat';
  kernel: FlatName;
  against: FlatName;
  /** Microseconds by the wall. */
  measured: Measured;
  /** Of the naive kernel's processor time in the same language, within rounds. */
  over_naive: Estimate;
  identical: boolean;
}

/** The tuned kernel behind a transport. Microseconds are medians of a whole sweep, of all its calls together. */
export interface BoundaryRow {
  kind: 'boundary';
  transport: TransportName;
  form: BoundaryForm;
  title: string;
  calls_per_sweep: number;
  measured: Measured;
  /** The kernel, by the engine's own clock. */
  compute_us: number;
  boundary_us: number;
  boundary_share: number;
  /** The share it has beside the naive kernel's work; null where that was not measured. */
  boundary_share_naive: number | null;
  /** A one-float round trip. */
  floor_us: number;
  /** G: work of a call over the floor, with the tuned kernel and with the naive one. */
  g: number;
  g_naive: number | null;
}

export type TunedKernelRow = KernelRow | BoundRow | FlatRow | BoundaryRow | GrowthRow;

/** The calls of all starts, and what can be said of them. */
export interface Measurements {
  kernels: Starts<KernelCall>;
  boundaries: Starts<KernelCall>;
  flat: Starts<FlatCall>;
}

export function measurements(results: readonly StartResult[], intervals: boolean): Measurements {
  const of = <Call extends { us: number }>(pick: (result: StartResult) => ReadonlyMap<string, Call[]>) =>
    new Starts<Call>(results.map(pick), intervals);
  return {
    kernels: of((result) => result.kernels),
    boundaries: of((result) => result.boundaries),
    flat: of((result) => result.flat),
  };
}

export function kernelRow(
  name: string,
  results: readonly StartResult[],
  { kernels }: Measurements,
): KernelRow {
  const { title, language, algorithm, threads, step, changed } = kernelByName(name);
  const times = results.map((result) =>
    result.kernels.get(name)!.flatMap(({ processor }) => processor ?? []),
  );
  const known = times.every((start) => start.length > 0);
  return {
    kind: 'kernel',
    kernel: name,
    title,
    language,
    algorithm,
    threads,
    step,
    changed,
    measured: kernels.summary(name),
    published: null,
    processor: known ? measured('us', times.flat(), kernels.intervals ? bootstrapMedian(times) : null) : null,
    times_numba: known
      ? kernels.apart(NUMBA, name, (numba, own) => (numba.processor ?? numba.us) / own.processor!)
      : null,
    times_numba_wall: kernels.ratio(NUMBA, name),
    times_numba_parallel: kernels.ratio(NUMBA_PARALLEL, name),
  };
}

/** None when no start came to them. */
export function flatRows({ flat }: Measurements, results: readonly StartResult[]): FlatRow[] {
  const whole = results.filter((result) => result.flat.size > 0);
  if (whole.length === 0) return [];
  return FLAT.map(({ name, against }) => ({
    kind: 'flat',
    kernel: name,
    against,
    measured: flat.summary(name),
    over_naive: flat.apart(name, against, (own, naive) => own.processor / naive.processor)!,
    identical: whole.every((result) => result.flat.get(name)!.every(({ identical }) => identical)),
  }));
}

/** @param naive Microseconds of the naive kernel's whole sweep in this process; null when it was not measured. */
export function boundaryRows(
  transports: readonly TransportName[],
  { boundaries: starts }: Measurements,
  results: readonly StartResult[],
  combos: number,
  naive: number | null,
): BoundaryRow[] {
  return boundaries(transports).map(({ name, transport, form, architecture }) => {
    const calls = form === 'batch' ? 1 : combos;
    const compute = starts.estimate(name, ({ engine }) => engine.compute).median;
    const boundary = starts.estimate(name, ({ us, engine }) => us - engine.compute).median;
    const floor = bootstrapMedian(results.map((result) => [result.floors.get(transport)!])).value;
    return {
      kind: 'boundary',
      transport,
      form,
      title: architecture.title,
      calls_per_sweep: calls,
      measured: starts.summary(name),
      compute_us: compute,
      boundary_us: boundary,
      boundary_share: boundary / (boundary + compute),
      boundary_share_naive: naive === null ? null : boundary / (boundary + naive),
      floor_us: floor,
      g: compute / calls / floor,
      g_naive: naive === null ? null : naive / calls / floor,
    };
  });
}
