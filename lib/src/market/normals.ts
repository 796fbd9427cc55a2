import { Pcg64 } from './pcg64';
import { standardNormal } from './standard-normal';

/**
 * `count` independent normal draws: numpy's `default_rng(seed).normal(mean, deviation, count)`, bit for bit.
 * `seed` is a non-negative integer, a bigint if above 2^53 - 1.
 */
export function normals(seed: number | bigint, mean: number, deviation: number, count: number): Float64Array {
  const bits = new Pcg64(seed);
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = mean + deviation * standardNormal(bits);
  return values;
}
