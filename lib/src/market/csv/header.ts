import { CsvError, quoted } from '../../errors';
import { isDate, isTimeOfDay } from '../dates';
import { isNumeric } from './price';

/** How many cells of a line a message quotes. */
const QUOTED = 3;
/** A count of columns is no price: names that are numbers are this much larger or smaller than the prices below. */
const APART = 4;
/** Two epochs of neighbouring bars differ by less than a hundredth; no column is named so near to its values. */
const EPOCHS_APART = 1.01;
const EPOCH = /^\d{9,19}(\.\d+)?$/;

/**
 * @throws CsvError where the line that should have the column names is a bar itself: it has a date above dates, or it is
 * all figures like those below.
 */
export function refuseHeaderless(
  file: string,
  line: number,
  header: readonly string[],
  next: readonly string[],
): void {
  if (!isBarAbove(header, next)) return;
  const cells = header.slice(0, QUOTED).map((cell) => quoted(cell));
  const got = `${cells.join(', ')}${header.length > QUOTED ? ', ...' : ''}`;
  const out =
    "without a header, say header: false and close: '5' for the fifth column, or name the columns: header: ['date', 'close']; if these are names, header: true";
  const problem = `got ${got}, which is a bar, expected the column names; ${out}`;
  throw new CsvError(file, line, null, problem, { settledBy: { header: false } });
}

/** Whether the line that should have the column names is a bar as the one below. */
export function isBarAbove(line: readonly string[], below: readonly string[]): boolean {
  const [first, next] = [line, below].map((cells) => cells.map((cell) => cell.trim()));
  return first.length === next.length && isBar(first, next);
}

function isBar(header: readonly string[], next: readonly string[]): boolean {
  if (header.some((cell, i) => isTime(cell, next[i]))) return true;
  const alike = header.every((cell, i) => kind(cell) === kind(next[i]) || next[i] === '');
  const numbers = header.flatMap((cell, i) => (isNumeric(cell) ? [[Number(cell), Number(next[i])]] : []));
  const counted =
    numbers.length > 1 && numbers.every(([name], i) => name === numbers[0][0] + i && numbers[0][0] <= 1);
  return alike && !counted && numbers.some(([name, value]) => ratio(name, value) <= APART);
}

const isTime = (cell: string, below: string): boolean =>
  EPOCH.test(cell) && EPOCH.test(below)
    ? ratio(Number(cell), Number(below)) < EPOCHS_APART
    : (isDate(cell) && isDate(below)) || (isTimeOfDay(cell) && isTimeOfDay(below));

function kind(cell: string): string {
  if (isNumeric(cell)) return 'number';
  if (isDate(cell) || isTimeOfDay(cell)) return 'time';
  return cell === '' ? 'nothing' : 'word';
}

const ratio = (a: number, b: number): number => Math.max(a / b, b / a);

/** @throws CsvError for the two or three lines of column names that pandas writes for columns with two levels. */
export function refuseLevels(
  file: string,
  line: number,
  header: readonly string[],
  rows: readonly string[][],
): void {
  const at = rows.slice(0, 3).findIndex(isIndexName);
  if (at === -1 || !rows.slice(0, at).every((row) => row.length === header.length)) return;
  const names = header.map((name, i) => (i === 0 ? rows[at][0].trim() : name));
  const tickers = at === 1 ? rows[0].map((cell) => cell.trim()) : names.map(() => '');
  const unique = new Set(names).size === names.length;
  const columns = unique ? names : names.map((name, i) => (i === 0 ? name : `${name} ${tickers[i]}`.trim()));
  const skip = line + at + 1;
  const count = at + 2 === 2 ? 'two' : at + 2 === 3 ? 'three' : `${at + 2}`;
  const list = columns.map((name) => `'${name}'`).join(', ');
  const problem = `the column names take ${count} lines, as pandas and yfinance write them, expected one; say skip: ${skip}, header: [${list}]`;
  throw new CsvError(file, line, null, problem, { settledBy: { skip, header: columns } });
}

/** The name of the index stands alone in a line of its own. */
const isIndexName = (row: readonly string[]): boolean =>
  row.length > 1 &&
  /^(date|datetime|time|timestamp)$/i.test(row[0].trim()) &&
  row.slice(1).every((cell) => cell.trim() === '');
