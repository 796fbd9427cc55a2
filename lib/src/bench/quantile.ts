import { numberOption, OptionError } from '../errors';

/**
 * The p-quantile of `samples` (0 to 1), with linear interpolation between order statistics: Hyndman
 * and Fan's type 7, which is numpy's and R's default. Does not change `samples`.
 * @throws OptionError when there is no sample, or one is not finite, or `p` is not from 0 to 1.
 */
export function quantile(samples: ArrayLike<number>, p: number): number {
  numberOption('p', p, 0, 1);
  const sorted = Float64Array.from(samples).sort();
  if (sorted.length === 0) throw new OptionError('samples', [], 'at least one sample');
  // a typed array sorts NaN and infinity to its ends
  const worst = Number.isFinite(sorted[0]) ? sorted[sorted.length - 1] : sorted[0];
  if (!Number.isFinite(worst)) throw new OptionError('samples', worst, 'finite samples');
  const at = p * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/** The middle of the samples: `quantile(samples, 0.5)`. */
export const median = (samples: ArrayLike<number>): number => quantile(samples, 0.5);
