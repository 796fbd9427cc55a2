import { knownOptions } from '../errors';
import { type FeeOption, feePercent } from './fee';
import type { SweepResult } from './sweep';

/**
 * PnL before fees, one value a combo, in percent: net + fee * trades, with the fee of the sweep. What the prices alone
 * gave; of the net figure most is fees, so it alone checks prices weakly.
 * @throws OptionError for a fee that can't be.
 */
export function grossPnl({ pnl, trades }: SweepResult, options: FeeOption = {}): Float64Array {
  knownOptions(options, ['fee']);
  const fee = feePercent(options.fee);
  return pnl.map((net, i) => net + fee * trades[i]);
}
