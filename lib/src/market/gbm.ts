import { integerOption, knownOptions, numberOption, OptionError } from '../errors';
import { cumulativeSum } from './cumulative-sum';
import { exp } from './exp';
import { normals } from './normals';
import type { Series } from './series';

/** Most bars a series may have: the engines' own default limit (WIRE.md). */
export const MAX_BARS = 2 ** 25;

/** Options of `gbm`; the defaults are the study's series. */
export interface GbmOptions {
  /** A non-negative integer; above 2^53 - 1 as a bigint. Default 42. */
  seed?: number | bigint;
  /** How many bars, 1 to 2^25. Default 150,000. */
  bars?: number;
  /** Mean of a bar's log return, -1 to 1. Default 0. */
  drift?: number;
  /** Standard deviation of a bar's log return, 0 to 1. Default 0.0008. */
  volatility?: number;
  /** The price before the first bar, 1e-100 to 1e100. Default 100. */
  start?: number;
}

/**
 * A geometric Brownian motion: close[i] = start * exp(the sum of i + 1 normal log returns).
 *
 * The same bars on every machine: what numpy computes as
 * `start * exp(cumsum(default_rng(seed).normal(drift, volatility, bars)))`, exp being glibc's with fused
 * multiply-add (numpy's own exp differs between machines by a unit in the last place). `drift` is the mean of the
 * log return itself; the usual volatility^2/2 is not taken off.
 *
 * @throws OptionError for an option out of range, and when drift and volatility carry the price out of float64.
 */
export function gbm(options: GbmOptions = {}): Series {
  knownOptions(options, ['seed', 'bars', 'drift', 'volatility', 'start']);
  const seed = seedOption(options.seed ?? 42);
  const bars = integerOption('bars', options.bars ?? 150_000, 1, MAX_BARS);
  const drift = numberOption('drift', options.drift ?? 0, -1, 1);
  const volatility = numberOption('volatility', options.volatility ?? 0.0008, 0, 1);
  const start = numberOption('start', options.start ?? 100, 1e-100, 1e100);

  const close = cumulativeSum(normals(seed, drift, volatility, bars));
  for (let i = 0; i < bars; i++) {
    const price = start * exp(close[i]);
    if (!(price > 0 && price < Infinity)) {
      const expected = `with volatility ${volatility}, values that keep the price finite and above zero (bar ${i} would close at ${price})`;
      throw new OptionError('drift', drift, expected);
    }
    close[i] = price;
  }
  return {
    name: `gbm seed ${seed}`,
    description: describe(seed, bars, drift, volatility),
    close,
    dates: null,
  };
}

function seedOption(seed: number | bigint): number | bigint {
  const valid = typeof seed === 'bigint' ? seed >= 0n : Number.isSafeInteger(seed) && seed >= 0;
  if (!valid) throw new OptionError('seed', seed, 'an integer from 0 to 2^53 - 1, or a bigint from 0n up');
  return seed;
}

function describe(seed: number | bigint, bars: number, drift: number, volatility: number): string {
  const trend = drift === 0 ? '' : `, drift ${drift}`;
  return `${bars.toLocaleString('en-US')} bars of seeded geometric Brownian motion (seed ${seed}, volatility ${volatility} a bar${trend})`;
}
