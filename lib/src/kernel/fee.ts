import { OptionError } from '../errors';

/** The study's fee: what a closed trade costs, in percent of its entry price. */
export const FEE_PERCENT = 0.09;

/** The highest fee that is taken: all of the entry. */
const MOST_FEE_PERCENT = 100;

/** What of a kernel's books is not the study's: the fee. */
export interface FeeOption {
  /** What a closed trade costs, in percent of its entry price, 0 to 100. Default 0.09, the study's. */
  fee?: number;
}

/**
 * The fee that was given, or the study's; -0 is 0.
 * @param option What it was given as.
 * @throws OptionError unless it is a number from 0 to 100.
 */
export function feePercent(fee: unknown = FEE_PERCENT, option = 'fee'): number {
  if (typeof fee === 'number' && fee >= 0 && fee <= MOST_FEE_PERCENT) return Math.abs(fee);
  throw new OptionError(
    option,
    fee,
    `a number from 0 to ${MOST_FEE_PERCENT}, in percent of a trade's entry price`,
  );
}
