import { CsvError, OptionError, quoted } from '../../errors';
import { isDate, isTimeOfDay, type Settled } from '../dates';
import { indexesOf, namedColumn } from './columns';
import { plainName } from './names';
import { isNumeric } from './price';
import type { CsvTable } from './table';

/** Which of a file's series is meant, where it holds several. */
export interface SymbolOptions {
  symbol?: string;
  symbolColumn?: string | null;
}

/** What columns that tell the series of a bar are called, without what stands between words. */
const NAMES =
  /^(symbol|symbols|sym|ticker|tickers|tic|tickersymbol|pair|pairs|currencypair|tradingpair|instrument|instruments|instrumentid|asset|assetid|code|stockcode|tscode|security|securityid|secid|stock|share|isin|cusip|sedol|figi|wkn|ric|sid|permno|gvkey|name|market|marketid|productid|coin|coinid|cryptocurrency|underlying|contract|contractid|company|companyname|stockname|issuer|commodity)$/;
/** How many symbols a message lists. */
const LISTED = 20;

/**
 * The bars of one series: those of `symbol`, or all of them where no column tells of more than one.
 * @param taken The columns of prices and dates, which tell no symbol.
 * @throws CsvError where a column of symbols holds several and none was chosen, or the chosen one is not there.
 */
export function oneSeries(
  file: string,
  table: CsvTable,
  { symbol, symbolColumn }: SymbolOptions,
  taken: readonly number[],
): CsvTable {
  if (symbolColumn === null) return table;
  const columns =
    symbolColumn === undefined
      ? indexesOf(table.header, (name) => NAMES.test(plainName(name))).filter((at) => !taken.includes(at))
      : [namedColumn(file, table, symbolColumn)];
  if (symbol !== undefined) return barsOf(file, table, symbol.trim(), columns);
  for (const at of columns) {
    const other = firstOther(table.rows, at);
    if (other !== -1) throw severalFault(file, table, at, other);
  }
  return table;
}

/** The first row whose cell is not the first row's, or -1. */
function firstOther(rows: readonly string[][], at: number): number {
  const first = rows[0][at].trim();
  return rows.findIndex((row) => row[at] !== first && row[at].trim() !== first);
}

function severalFault(file: string, table: CsvTable, at: number, other: number): CsvError {
  const { header, rows, lineOf } = table;
  const [one, two] = [rows[0][at].trim(), rows[other][at].trim()];
  const { problem, settledBy } = chosen(header, at, one || two, true);
  const got = `got ${quoted(two)} after ${quoted(one)} in line ${lineOf(0)}, expected the bars of one series`;
  return new CsvError(file, lineOf(other), header[at], `${got}; ${problem}`, { settledBy });
}

/** How one series is chosen; that the bars are one series all the same can only be said of a column known by its name. */
function chosen(header: readonly string[], at: number, symbol: string, known: boolean): Settled {
  const column = NAMES.test(plainName(header[at])) ? {} : { symbolColumn: header[at] };
  const say = [...Object.entries(column), ['symbol', symbol]].map(([name, value]) => `${name}: '${value}'`);
  const all = known ? ', or if it is one series under several names, symbolColumn: null' : '';
  return { problem: `choose one with ${say.join(', ')}${all}`, settledBy: { ...column, symbol } };
}

function barsOf(file: string, table: CsvTable, symbol: string, columns: readonly number[]): CsvTable {
  const { rows, lineOf } = table;
  if (columns.length === 0) {
    throw new OptionError('symbol', symbol, 'a file with a column of symbols; name it with symbolColumn');
  }
  for (const at of columns) {
    const kept = rows.flatMap((row, i) => (row[at].trim() === symbol ? [i] : []));
    if (kept.length > 0) {
      return { ...table, rows: kept.map((i) => rows[i]), lineOf: (row) => lineOf(kept[row]) };
    }
  }
  const symbols = [...new Set(rows.map((row) => row[columns[0]].trim()))];
  const more = symbols.length > LISTED ? ` and ${symbols.length - LISTED} more` : '';
  const problem = `no bar of ${quoted(symbol)}; there are ${symbols.slice(0, LISTED).map(quoted).join(', ')}${more}`;
  throw new CsvError(file, null, table.header[columns[0]], problem);
}

/** A word that could be a symbol: no number with or without a unit, no time, no day of the week. */
function isWord(cell: string): boolean {
  const text = cell.trim();
  if (!/\p{L}/u.test(text) || isNumeric(text) || isDate(text) || isTimeOfDay(text)) return false;
  return !/^[+-]?[\d.,]+ ?[kmbt]$/i.test(text) && !/^(mon|tue|wed|thu|fri|sat|sun)([a-z]*day)?$/i.test(text);
}

/**
 * Two bars that can't be of one series by their dates: the first column of words in which they differ, if there is
 * one.
 */
export function tellsApart(
  { header, rows }: CsvTable,
  [row, before]: readonly [number, number],
  taken: readonly number[],
): Settled | null {
  const at = header.findIndex((name, i) => {
    const [a, b] = [rows[row][i], rows[before][i]];
    return name !== '' && !taken.includes(i) && isWord(a) && isWord(b) && a.trim() !== b.trim();
  });
  if (at === -1) return null;
  const [one, two] = [rows[before][at].trim(), rows[row][at].trim()];
  const { problem, settledBy } = chosen(header, at, one, false);
  return {
    problem: `column ${quoted(header[at])} has ${quoted(one)} there and ${quoted(two)} here: if these are several series, ${problem}`,
    settledBy,
  };
}
