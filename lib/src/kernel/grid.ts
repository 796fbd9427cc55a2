import { integerOption, knownOptions } from '../errors';
import { roundHalfEven } from './round';
import { MAX_WINDOW } from './windows';

/** Most lengths in a grid: what an engine takes in one sweep by default (WIRE.md). */
export const MAX_COMBOS = 65_536;

/** Options of `grid`; the defaults are the study's grid. */
export interface GridOptions {
  /** Shortest HMA length, in bars. Default 6. */
  from?: number;
  /** Longest HMA length, in bars, at least `from`. Default 200. */
  to?: number;
  /** How many lengths, 1 to 65,536. Default 80. */
  count?: number;
}

/**
 * HMA lengths evenly spaced over [from, to], both included, each rounded half to even: numpy's
 * `round(linspace(from, to, count))`, with its arithmetic. A count of 1 gives `from`. A count above
 * to - from + 1 repeats lengths: each stays a combo of its own, and `count` is always what comes back.
 * @throws OptionError for lengths outside 1 to 2^26, `to` below `from`, or a bad count.
 */
export function grid(options: GridOptions = {}): number[] {
  knownOptions(options, ['from', 'to', 'count']);
  const from = integerOption('from', options.from ?? 6, 1, MAX_WINDOW);
  const to = integerOption('to', options.to ?? 200, from, MAX_WINDOW);
  const count = integerOption('count', options.count ?? 80, 1, MAX_COMBOS);
  const step = count === 1 ? 0 : (to - from) / (count - 1);
  return Array.from({ length: count }, (_, i) =>
    i > 0 && i === count - 1 ? to : roundHalfEven(i * step + from),
  );
}
