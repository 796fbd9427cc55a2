import path from 'node:path';
import { Starts, worstNoise } from '../../bench';
import type { Measuring } from '../measuring';
import { section } from '../run';
import type { Gap, Study } from '../section';
import { inStarts } from '../starts';
import { loopFacts } from './facts';
import { NUMBA } from './loops';
import { type CheckedOptions, checked, type LoopAttributionOptions } from './options';
import { hotLoops } from './programs';
import { type LoopRow, loopRows } from './rows';
import type { StartOptions, StartResult } from './start';

export { BUILD_NAMES, type BuildName, LOOP_NAMES, type LoopName } from './loops';
export type { LoopAttributionOptions } from './options';
export type { LoopRow } from './rows';

/**
 * Why the naive kernel takes another time in Rust than in numba: the loop they spend it in, with one thing changed
 * at a time, built several ways, each beside its assembly.
 */
export const loopAttribution: Study<LoopAttributionOptions, LoopRow> = {
  name: 'loop-attribution',
  title: 'Why naive Rust and numba differ',
  async run(options = {}, context = {}) {
    const given = checked(options);
    return section(loopAttribution, given.quick, { ...given }, context, async (measuring) => {
      const hot = await hotLoops(given.builds, context.signal);
      const starts = await measure(given, measuring);
      const averages = new Starts(
        starts.map((start) => start.averages),
        !given.quick,
      );
      const rows = loopRows(
        given,
        starts.map((start) => start.averages),
        averages,
        hot,
      );
      const unread = rows.filter(({ assembly }) => assembly === null);
      const gaps: Gap[] = unread.map(({ build, loop }) => ({
        what: `assembly of ${build}/${loop}`,
        why: 'no loop was found in it: only that of x86-64 and AArch64 is read',
      }));
      const noise = worstNoise(
        starts.map((start) => start.noise),
        null,
      );
      return { noise, gate: null, rows, facts: loopFacts(given, averages, rows), gaps };
    });
  },
};

async function measure(given: CheckedOptions, measuring: Measuring): Promise<StartResult[]> {
  const { loops, builds, bars, length, rounds, starts, seed } = given;
  const subjects = loops.length * builds.length + [NUMBA].length;
  // One call of each warms up.
  const total = subjects * (rounds + 1) * starts;
  const options = Array.from(
    { length: starts },
    (_, i): StartOptions => ({ loops, builds, bars, length, rounds, seed: seed + i }),
  );
  return inStarts(path.join(__dirname, 'start.js'), 'measureStart', options, total, measuring);
}
