import { ARTICLE_BOUNDARY, QUOTED_SHARED_MEMORY_US } from '../../model';
import { type Fact, fact } from '../section';
import type { WorkUs } from './break-even';
import type { TicksRow } from './live-rows';
import type { RoundTripRow } from './rows';

const bounded = ({ latency: { p50, low, high } }: RoundTripRow, published: number | null): Fact =>
  fact(p50, 'us', { low, high, published });

/** What the floors come to; the whole of them is in the tables. */
export function lowerFloorsFacts(
  floors: readonly RoundTripRow[],
  ticks: readonly TicksRow[],
  work: WorkUs | null,
): Record<string, Fact> {
  const ours = floors
    .filter(({ client }) => client !== 'native')
    .sort((a, b) => a.latency.p50 - b.latency.p50);
  const facts: Record<string, Fact> = {};
  const [least, most] = [ours[0], ours.at(-1)];
  if (least && most) {
    facts.least_floor = bounded(least, QUOTED_SHARED_MEMORY_US);
    facts.least_floor_is = fact(least.name, 'name');
    facts.most_floor = bounded(most, null);
    facts.most_floor_is = fact(most.name, 'name');
    facts.most_over_least = fact(most.latency.p50 / least.latency.p50, 'ratio');
  }
  const unix = ours.find(({ name }) => name === 'unix');
  if (unix) facts.floor_unix = bounded(unix, ARTICLE_BOUNDARY.floorUs);
  if (work !== null) facts.work_per_bar = fact(work.bar, 'us');
  const whole = ticks
    .filter(({ calls, bars }) => calls === bars)
    .sort((a, b) => a.boundary_seconds - b.boundary_seconds);
  if (whole.length > 0) {
    facts.per_bar_boundary_least = fact(whole[0].boundary_seconds, 's');
    facts.per_bar_boundary_least_is = fact(whole[0].name, 'name');
  }
  const loop = whole.find(({ name }) => name === 'unix');
  if (loop) facts.per_bar_boundary_unix = fact(loop.boundary_seconds, 's');
  if (ticks.length > 0) {
    const wrong = ticks.reduce((sum, { mismatches }) => sum + mismatches, 0);
    facts.books_mismatches = fact(wrong, 'bars');
  }
  return facts;
}
