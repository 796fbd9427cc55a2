import { inspected } from '../inspected';
import { decimalsFor, numberText } from './number-text';
import { readUnit } from './units';

/** A table as text: what each cell shows, and which columns are numbers and stand to the right. */
export interface CellTable {
  heads: string[];
  /** One list a row, as long as `heads`. */
  rows: string[][];
  numeric: boolean[];
  /** What the table leaves out, in words; null when nothing. */
  note: string | null;
}

/** Named columns of equal length, in any form that can be read by index. */
export interface Columns {
  names: string[];
  rows: number;
  at(column: number, row: number): unknown;
  /** What can't be seen in the rows, in words. */
  note?: string;
}

const LONGEST_CELL = 160;
const NOTHING = '–';

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** A measurement as the studies' rows hold them; a published figure has a median and nothing else. */
interface MeasuredCell {
  unit: string;
  median: number;
  low?: number | null;
  high?: number | null;
}

function isMeasured(value: unknown): value is MeasuredCell {
  if (typeof value !== 'object' || value === null) return false;
  const { unit, median } = value as Partial<MeasuredCell>;
  return typeof unit === 'string' && typeof median === 'number';
}

/** `2.276 s (2.251 to 2.301)`: the median, and its interval where there is one. */
function measuredText(cell: MeasuredCell): string {
  const { unit, size } = readUnit(cell.unit, [cell.median]);
  const { low, high } = cell;
  const median = cell.median / size;
  const ends = typeof low === 'number' && typeof high === 'number' ? [low / size, high / size] : [];
  const decimals = decimalsFor([median, ...ends]);
  const interval = ends.length === 0 ? '' : ` (${ends.map((end) => numberText(end, decimals)).join(' to ')})`;
  return `${numberText(median, decimals)} ${unit}${interval}`;
}

/** Entries of a list that a cell can show at most. */
const MOST_ENTRIES = LONGEST_CELL / 2;

/** As JSON has it, of a list no more than a cell can show. */
function readable(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
  return isList ? Array.from((value as unknown[]).slice(0, MOST_ENTRIES)) : value;
}

function objectText(value: object): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return JSON.stringify(value, readable) ?? String(value);
  } catch {
    return inspected(value).replace(/\s+/g, ' ');
  }
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (isMeasured(value)) return measuredText(value);
  const text = typeof value === 'object' ? objectText(value) : String(value);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}

/** Texts of one column, all its numbers with the same decimals. */
function columnTexts(values: readonly unknown[]): { texts: string[]; numeric: boolean } {
  const there = values.filter((value) => value !== null && value !== undefined);
  const numeric = there.length > 0 && (there.every(isNumber) || there.every(isMeasured));
  const decimals = decimalsFor(there.filter((value): value is number => typeof value === 'number'));
  return {
    numeric,
    texts: values.map((value) => (isNumber(value) ? numberText(value, decimals) : plainText(value))),
  };
}

/** The first `limit` rows as text, with a note when there are more. */
export function cellTable(columns: Columns, limit: number): CellTable {
  const shown = Math.min(columns.rows, limit);
  const formatted = columns.names.map((_, column) =>
    columnTexts(Array.from({ length: shown }, (__, row) => columns.at(column, row))),
  );
  const total = columns.rows.toLocaleString('en-US');
  const notes = columns.note === undefined ? [] : [columns.note];
  if (shown < columns.rows) notes.push(`the first ${shown.toLocaleString('en-US')} of ${total} rows`);
  return {
    heads: columns.names,
    rows: Array.from({ length: shown }, (_, row) => formatted.map(({ texts }) => texts[row]!)),
    numeric: formatted.map(({ numeric }) => numeric),
    note: notes.length > 0 ? notes.join('; ') : null,
  };
}
