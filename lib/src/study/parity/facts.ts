import { GOLDEN } from '../../kernel';
import { type Fact, fact } from '../section';
import type { CheckedOptions } from './options';
import type { ParityRow } from './rows';
import type { StartResult } from './start';

/** The article's rounded figures of the first combo, which are the golden row's. */
const PUBLISHED_PNL = -5165.58;

/** What the section comes to. `whole` tells whether all of the article's series was ticked. */
export function parityFacts(
  { length, ticks }: CheckedOptions,
  starts: readonly StartResult[],
  rows: readonly ParityRow[],
  whole: boolean,
): Record<string, Fact> {
  const [closed, paced] = rows;
  const faults = rows.filter(({ pacing }) => pacing === null);
  const first = whole && length === GOLDEN.rows[0].length;
  const quantiles = (name: string, { measured }: ParityRow): Record<string, Fact> => ({
    [`${name}_p50`]: fact(measured!.median, 'us', { low: measured!.low, high: measured!.high }),
    [`${name}_p99`]: fact(measured!.p99, 'us'),
    [`${name}_p999`]: fact(measured!.p999, 'us'),
  });
  const caught = faults.filter((row) => row.first_divergent_bar !== null).length;
  const never = 'not shown: nothing trades on these bars';
  const equal = starts.every(
    ({ live, batch }) => live.trades[0] === batch.trades[0] && Object.is(live.pnl[0], batch.pnl[0]),
  );
  const seconds = closed.measured!.samples.reduce((sum, us) => sum + us, 0) / 1e6 / starts.length;
  return {
    ticks: fact(ticks, 'bars'),
    mismatches: fact(closed.mismatches + paced.mismatches, 'bars'),
    end_equals_batch_sweep: fact(equal && !closed.shown ? never : equal, 'bit for bit'),
    end_trades: fact(closed.trades, 'trades', { published: first ? 57_029 : null }),
    end_pnl: fact(closed.pnl, '%', { published: first ? PUBLISHED_PNL : null }),
    ...quantiles('tick', closed),
    ...quantiles('paced_tick', paced),
    life: fact(seconds, 's'),
    // those that show before any trade are no measure of the rest
    faults_caught: fact(faults.every(({ shown }) => shown) ? caught : never, 'faults'),
    faults_made: fact(faults.length, 'faults'),
  };
}
