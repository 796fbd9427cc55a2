import type { Estimate } from '../../bench';
import { type Fact, fact } from '../section';
import { NUMBA, subjectName } from './loops';
import type { CheckedOptions } from './options';
import type { Averages, LoopRow } from './rows';

/** The article's: the naive and the unchecked engine over numba. */
const ARTICLE = { checked: 1.13, unchecked: 1.16 };

/** A cause counts from here on: less would be lost in the noise of a shared machine. */
const MATTERS = 1.05;

/** Whether an effect is there, is not, or can't be told from its interval. */
function found({ low, high }: Estimate): string {
  if (low === null || high === null) return 'undecided: too few starts for an interval';
  if (low > MATTERS) return 'yes';
  return high < MATTERS ? 'no' : 'undecided: its interval holds 1.05';
}

/** What each change is worth, in the engine's own build and over all builds, and what that says of the article. */
export function loopFacts(
  { loops, builds }: CheckedOptions,
  averages: Averages,
  rows: readonly LoopRow[],
): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  const put = (name: string, { median, low, high }: Estimate, published: number | null = null): void => {
    facts[name] = fact(median, 'ratio', { low, high, published });
  };
  const apart = (over: string, under: string, build = 'engine'): Estimate =>
    averages.ratio(subjectName(build, over), subjectName(build, under))!;

  for (const loop of ['checked', 'unchecked'] as const) {
    put(`${loop}_over_numba`, averages.ratio(subjectName('engine', loop), NUMBA)!, ARTICLE[loop]);
  }
  const checks = apart('checked', 'unchecked');
  put('bounds_checks_cost', checks, ARTICLE.checked / ARTICLE.unchecked);
  const everywhere = builds.map((build) => apart('checked', 'unchecked', build).median);
  facts.bounds_checks_cost_least = fact(Math.min(...everywhere), 'ratio of builds');
  facts.bounds_checks_cost_most = fact(Math.max(...everywhere), 'ratio of builds');
  facts.bounds_checks_are_a_cause = fact(found(checks), 'finding', { published: 'no' });
  if (loops.includes('unchecked-unsigned')) {
    const conversion = apart('unchecked-unsigned', 'unchecked');
    put('unsigned_conversion_cost', conversion);
    facts.an_unsigned_conversion_is_a_cause = fact(found(conversion), 'finding');
  }
  if (loops.includes('iterator'))
    put('safe_without_checks_over_numba', averages.ratio('engine/iterator', NUMBA)!);
  if (builds.includes('aligned')) {
    const placed = averages.ratio('aligned/unchecked', 'engine/unchecked')!;
    put('placement', placed);
  }
  if (loops.includes('additions')) {
    const floor = rows.find(({ build, loop }) => build === 'engine' && loop === 'additions')!.measured;
    facts.addition_ns = fact(floor.median, 'ns', { low: floor.low, high: floor.high });
  }
  return facts;
}
