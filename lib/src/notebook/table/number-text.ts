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

/** Digits that must be seen of a number that is rounded, and those shown where it is on its own. */
const FEWEST_DIGITS = 3;
const DIGITS = 4;

/** Sizes outside of which plain decimals are harder to read than powers of ten. */
const LEAST_PLAIN = 1e-6;
const MOST_PLAIN = 1e15;

/**
 * A number for reading: grouped thousands and `decimals` decimals (default: what suits it alone), or four
 * digits where these decimals would leave fewer than three. In powers of ten only where it is less than
 * 10^-6 or not less than 10^15.
 */
export function numberText(value: number | bigint, decimals?: number): string {
  if (typeof value === 'bigint') return value.toLocaleString('en-US');
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '-∞' : 'NaN';
  if (value === 0) return grouped(0, decimals ?? 0);
  const places = decimals ?? decimalsFor([value]);
  const isRounded = Number(value.toFixed(places)) !== value;
  const size = Math.abs(value);
  if (size < LEAST_PLAIN || size >= MOST_PLAIN) return value.toExponential(DIGITS - 1);
  const isTooShort = isRounded && places + magnitude(value) + 1 < FEWEST_DIGITS;
  return grouped(value, isTooShort ? Math.max(0, DIGITS - 1 - magnitude(value)) : places);
}
