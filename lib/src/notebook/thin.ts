import { integerOption, OptionError } from '../errors';

/** A list of numbers in any of JavaScript's forms. */
export type Numbers = ArrayLike<number>;

/** What is left of a line of points, and where each point stood in the whole line. */
export interface ThinnedLine {
  x: Float64Array;
  y: Float64Array;
  /** Index of each point that was kept, ascending. */
  indices: Uint32Array;
}

/**
 * Indices of the points that a line `pixels` wide can show: in each of `pixels` columns of equal width
 * the lowest and the highest, and the first and the last of the line. At most 2 * pixels + 2 points, and the
 * picture has the same extent as the whole line in every column. A column with no finite y keeps one
 * point, so that a gap stays a gap. Cost: one pass.
 * @param x ascending and finite; null means 0, 1, 2, ...
 * @param y same length; NaN is a gap
 * @param scale where x is drawn: log10 for a logarithmic axis
 */
export function thinIndices(
  x: Numbers | null,
  y: Numbers,
  pixels: number,
  scale: (x: number) => number = (value) => value,
): Uint32Array {
  integerOption('pixels', pixels, 1, 1_000_000);
  const n = y.length;
  if (x !== null && x.length !== n)
    throw new OptionError('x', `${x.length} values`, `as many as y has, ${n}`);
  if (n <= 2 * pixels + 2) return Uint32Array.from({ length: n }, (_, i) => i);
  const at = (i: number): number => scale(x === null ? i : x[i]!);
  const start = at(0);
  const width = (at(n - 1) - start) / pixels;
  if (!Number.isFinite(width) || width < 0)
    throw new OptionError('x', 'values out of order or not finite', 'ascending');
  const columnOf = (i: number): number =>
    width === 0 ? 0 : Math.min(pixels - 1, Math.max(0, Math.floor((at(i) - start) / width)));
  const kept: number[] = [0];
  for (let i = 0; i < n; ) {
    const column = columnOf(i);
    const first = i;
    let low = -1;
    let high = -1;
    for (; i < n && columnOf(i) === column; i++) {
      const value = y[i]!;
      if (!Number.isFinite(value)) continue;
      if (low < 0 || value < y[low]!) low = i;
      if (high < 0 || value > y[high]!) high = i;
    }
    const column_kept = low < 0 ? [first] : low < high ? [low, high] : [high, low];
    for (const index of column_kept) if (index > kept[kept.length - 1]!) kept.push(index);
  }
  if (kept[kept.length - 1] !== n - 1) kept.push(n - 1);
  return Uint32Array.from(kept);
}

/**
 * The points of a long line that can be seen when it is drawn `pixels` wide: lowest and highest in each
 * column of pixels, and the line's two ends. 200,000 points at 700 pixels become at most 1,402.
 * @param x ascending, any unit
 * @param y same length; NaN is a gap
 * @param pixels width of the drawing, from 1
 * @throws OptionError when the lengths differ or x does not ascend
 */
export function thin(x: Numbers, y: Numbers, pixels: number): ThinnedLine {
  const indices = thinIndices(x, y, pixels);
  return {
    x: Float64Array.from(indices, (i) => x[i]!),
    y: Float64Array.from(indices, (i) => y[i]!),
    indices,
  };
}
