import { FEE_PERCENT } from './fee';
import type { SweepResult } from './sweep';

/**
 * PnL before fees, one value a combo, in percent: net + 0.09 * trades. What the prices alone gave; of
 * the net figure most is fees, so it alone checks prices weakly.
 */
export function grossPnl({ pnl, trades }: SweepResult): Float64Array {
  return pnl.map((net, i) => net + FEE_PERCENT * trades[i]);
}
