import { FEE_PERCENT, feePercent } from '../kernel';

/** How a fee is written, unlike `0x10` and `0,09`. */
const DECIMAL = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * What a trade costs in the notebooks: the article's 0.09 % of its entry price, or what the environment variable
 * `IPC_TAX_FEE` says (`make run FEE=0.002`).
 * @throws OptionError naming the variable.
 */
export function studyFee(): number {
  const { IPC_TAX_FEE: text } = process.env;
  if (!text) return FEE_PERCENT;
  return feePercent(DECIMAL.test(text) ? Number(text) : text, 'IPC_TAX_FEE');
}
