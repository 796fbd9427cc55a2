/**
 * Replaces each value with the sum of all up to and including it, added one after another in order
 * (numpy's `cumsum`; a pairwise or compensated sum would round differently). Works in place.
 */
export function cumulativeSum(values: Float64Array): Float64Array {
  for (let i = 1; i < values.length; i++) values[i] += values[i - 1];
  return values;
}
