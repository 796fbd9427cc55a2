import { bootstrapMedian, type Estimate, type Measured, measured, type Starts } from '../../bench';
import type { HotLoop } from './hot-loop';
import { BUILDS, LOOPS, NUMBA, subjectName } from './loops';
import type { CheckedOptions } from './options';

/** One loop in one build. */
export interface LoopRow {
  build: string;
  loop: string;
  title: string;
  build_title: string;
  /** The one thing in which it differs from the loop `from`. */
  from: string | null;
  changed: string | null;
  /** Nanoseconds for each product that is added. */
  measured: Measured;
  published: null;
  /** Of numba's in the same round, with a 95 % interval where there are five starts. */
  over_numba: number;
  over_numba_low: number | null;
  over_numba_high: number | null;
  /** Of the hot loop, for each product; null where its assembly is not known. */
  instructions: number | null;
  compares: number | null;
  conversions: number | null;
  /** Products in one turn of it. */
  unrolled: number | null;
  /** One turn of it. */
  assembly: string | null;
}

/** What is measured: averages in microseconds, by subject. */
export type Averages = Starts<{ us: number }>;

/** Products that one average over the series adds up. */
export const products = ({ bars, length }: Pick<CheckedOptions, 'bars' | 'length'>): number =>
  (bars - length + 1) * length;

/** Every loop in every build, numba's first. */
export function loopRows(
  given: CheckedOptions,
  starts: readonly ReadonlyMap<string, readonly { us: number }[]>[],
  averages: Averages,
  hot: ReadonlyMap<string, HotLoop>,
): LoopRow[] {
  const each = products(given);
  const row = (
    build: string,
    loop: string,
    words: Pick<LoopRow, 'title' | 'build_title' | 'from' | 'changed'>,
  ) => {
    const subject = subjectName(build, loop);
    const ns = starts.map((start) => start.get(subject)!.map(({ us }) => (us * 1_000) / each));
    const ratio: Estimate = averages.ratio(subject, NUMBA)!;
    const found = hot.get(subject);
    const share = (count: number | undefined): number | null =>
      found === undefined || count === undefined ? null : count / found.unrolled;
    return {
      build,
      loop,
      ...words,
      measured: measured('ns', ns.flat(), averages.intervals ? bootstrapMedian(ns) : null),
      published: null,
      over_numba: ratio.median,
      over_numba_low: ratio.low,
      over_numba_high: ratio.high,
      instructions: share(found?.instructions),
      compares: share(found?.compares),
      conversions: share(found?.conversions),
      unrolled: found?.unrolled ?? null,
      assembly: found?.text.join('\n') ?? null,
    };
  };
  const numba = row(NUMBA, NUMBA, {
    title: "numba's loop",
    build_title: 'compiled by numba for this processor',
    from: null,
    changed: null,
  });
  const rust = given.builds.flatMap((build) =>
    given.loops.map((name) => {
      const { title, from, changed } = LOOPS.find((loop) => loop.name === name)!;
      const { title: build_title } = BUILDS.find((known) => known.name === build)!;
      return row(build, name, { title, build_title, from, changed });
    }),
  );
  return [numba, ...rust];
}
