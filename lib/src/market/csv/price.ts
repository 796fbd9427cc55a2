import { quoted } from '../../errors';

/**
 * A decimal number with a point, nothing else: no thousands separators, no hexadecimal, no units. There is one way only
 * to match any text: with two, a cell of 100,000 digits and a letter would be tried in billions of ways.
 */
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Whether a cell is a number, or one of the words for none that programs write. */
export const isNumeric = (cell: string): boolean =>
  NUMBER.test(cell) || /^[+-]?(inf(inity)?|nan)$/i.test(cell);

/** Reads one price; NaN when the cell is not one, and `priceProblem` then says why. */
export function parsePrice(cell: string): number {
  const price = NUMBER.test(cell) ? Number(cell) : NaN;
  return price > 0 && price < Infinity ? price : NaN;
}

/** Why a cell is not a price, in words. */
export function priceProblem(cell: string): string {
  const text = cell.trim();
  if (text === '') return 'the cell is empty, expected a price';
  if (/^[+-]?(inf(inity)?|nan)$/i.test(text)) return `got ${quoted(text)}, expected a finite price`;
  if (!NUMBER.test(text)) {
    return `got ${quoted(text)}, expected a number with a decimal point and no thousands separators`;
  }
  const price = Number(text);
  if (price === Infinity || price === -Infinity) return `got ${quoted(text)}, expected a finite price`;
  return `got ${quoted(text)}, expected a price above zero`;
}
