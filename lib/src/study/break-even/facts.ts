import { type Estimate, median } from '../../bench';
import { QUOTED_SHARED_MEMORY_US } from '../../model';
import { type Fact, fact } from '../section';
import type { CheckedOptions } from './options';
import { type BreakEvenRow, barWork, floorsOf, gains, loopSeconds } from './rows';
import { FLOORS, type StartResult } from './start';
import { estimate } from './summary';

/** What the section comes to, beside the article's figures where the workload is the article's. */
export function breakEvenFacts(
  given: CheckedOptions,
  starts: readonly StartResult[],
  rows: readonly BreakEvenRow[],
  intervals: boolean,
): Record<string, Fact> {
  const { workload } = given;
  const bars = workload.series.close.length;
  const known = <T>(figure: T): T | null => (workload.published ? figure : null);
  const bounded = (
    { median: value, low, high }: Estimate,
    unit: string,
    published: Fact['published'],
  ): Fact => fact(value, unit, { low, high, published });
  const floors = floorsOf(starts, 'unix');
  const perBar = barWork(starts, 'unix');
  const sweep = rows.find(({ granularity }) => granularity === 'sweep')!;
  const combos = rows.filter(({ granularity }) => granularity === 'combo');
  const comboG = combos.map((row) => row.g!.median);
  const mean = comboG.reduce((sum, g) => sum + g, 0) / comboG.length;
  const facts: Record<string, Fact> = {
    floor_unix: bounded(estimate(floors, intervals), 'us', 14.05),
    floor_tcp: bounded(estimate(floorsOf(starts, 'tcp'), intervals), 'us', null),
    work_per_bar: bounded(estimate(perBar, intervals), 'us', known(0.168)),
    g_sweep: bounded(sweep.g!, 'ratio', known('above 100,000')),
    g_combo_least: fact(Math.min(...comboG), 'ratio'),
    g_combo_median: fact(median(comboG), 'ratio'),
    g_combo_most: fact(Math.max(...comboG), 'ratio'),
    g_combo_mean: fact(mean, 'ratio', { published: known(1_795) }),
    g_bar: bounded(estimate(gains(perBar, floors), intervals), 'ratio', known(0.168 / 14.05)),
    per_bar_loop_predicted: fact((bars * (median(floors) + median(perBar))) / 1e6, 's', {
      published: known(2.1),
    }),
  };
  for (const transport of FLOORS) {
    facts[`per_bar_loop_${transport}`] = bounded(
      loopSeconds(starts, transport, 'bar', bars, intervals),
      's',
      null,
    );
    facts[`batched_loop_${transport}`] = bounded(
      loopSeconds(starts, transport, 'batch', bars, intervals),
      's',
      null,
    );
  }
  return {
    ...facts,
    per_bar_boundary_at_quoted_39_ns: fact((bars * QUOTED_SHARED_MEMORY_US) / 1_000, 'ms', {
      published: known(5.9),
    }),
    books_mismatches: fact(
      starts.reduce((sum, s) => sum + FLOORS.reduce((n, name) => n + s.floors[name].mismatches, 0), 0),
      'bars',
    ),
  };
}
