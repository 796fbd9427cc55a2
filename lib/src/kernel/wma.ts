import { integerOption, OptionError } from '../errors';
import { checkFloats } from './floats';
import { MAX_WINDOW } from './windows';

/** The sum of the weights 1 to n, exact up to a window of 2^26. */
export function weightSum(n: number): number {
  return (n * (n + 1)) / 2;
}

/**
 * The weighted moving average over `n` values, the newest weighing n and the oldest 1:
 * out[i] = (sum over j = 0..n-1 of x[i-n+1+j] * (j+1)) / (n(n+1)/2), NaN for i < n-1.
 *
 * Summed directly, from 0, in ascending j, then divided once: the definition itself, n multiplications
 * a bar, so that every implementation agrees to the bit. A window that holds a NaN gives NaN.
 *
 * @param out Where to write, as long as `x` and not `x` itself. Default: a new array.
 * @throws OptionError unless n is an integer from 1 to 2^26.
 */
export function wma(x: Float64Array, n: number, out = new Float64Array(x.length)): Float64Array {
  checkFloats('x', x);
  integerOption('n', n, 1, MAX_WINDOW);
  if (out === x || out.length !== x.length) {
    throw new OptionError('out', out, `another Float64Array of ${x.length} values`);
  }
  const divisor = weightSum(n);
  out.fill(NaN, 0, Math.min(n - 1, x.length));
  for (let i = n - 1; i < x.length; i++) {
    const first = i - n + 1;
    let sum = 0;
    for (let j = 0; j < n; j++) sum += x[first + j] * (j + 1);
    out[i] = sum / divisor;
  }
  return out;
}
