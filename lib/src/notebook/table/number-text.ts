const MOST_DECIMALS = 6;
const grouped = (value: number, decimals: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** Power of ten of the first digit: 2 for 123, -2 for 0.0123. */
const magnitude = (value: number): number => Math.floor(Math.log10(Math.abs(value)));

/**
 * Decimals that suit a column: four figures of its smallest value, but no more than seven of its largest,
 * which a reader can't use. 0 when all are integers.
 */
export function decimalsFor(values: readonly number[]): number {
  const sizes = values.filter((value) => Number.isFinite(value) && value !== 0);
  if (sizes.length === 0 || sizes.every(Number.isInteger)) return 0;
  const powers = sizes.map(magnitude);
  const wanted = 3 - Math.min(...powers);
  const useful = Math.max(0, 6 - Math.max(...powers));
  return Math.max(0, Math.min(wanted, useful, MOST_DECIMALS));
}

/** Digits that must be seen of a number that is rounded. */
const FEWEST_DIGITS = 3;

/**
 * A number for reading: grouped thousands and `decimals` decimals (default: what suits it alone). In powers
 * of ten where it would be rounded to fewer than three digits, or is 10^15 or more.
 */
export function numberText(value: number | bigint, decimals?: number): string {
  if (typeof value === 'bigint') return value.toLocaleString('en-US');
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '-∞' : 'NaN';
  if (value === 0) return grouped(0, decimals ?? 0);
  const places = decimals ?? decimalsFor([value]);
  const isRounded = Number(value.toFixed(places)) !== value;
  if (Math.abs(value) >= 1e15 || (isRounded && places + magnitude(value) + 1 < FEWEST_DIGITS)) {
    return value.toExponential(3);
  }
  return grouped(value, places);
}
