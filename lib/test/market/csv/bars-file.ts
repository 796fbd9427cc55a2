import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { CsvError } from '../../../src/errors';
import { type CsvOptions, fromCsv, type Series } from '../../../src/market';

/** A folder of the test file's own, which goes with it. */
export const folder = mkdtempSync(path.join(tmpdir(), 'ipc-tax-csv-'));
after(() => rmSync(folder, { recursive: true }));
export const file = path.join(folder, 'bars.csv');

export function read(text: string | Buffer, options?: CsvOptions): Series {
  writeFileSync(file, text);
  return fromCsv(file, options);
}

/** The CsvError that reading gives. */
export function csvError(text: string | Buffer, options?: CsvOptions): CsvError {
  try {
    read(text, options);
  } catch (error) {
    assert.ok(error instanceof CsvError, String(error));
    assert.equal(error.code, 'CSV');
    assert.equal(error.path, file);
    assert.ok(error.message.startsWith(file), error.message);
    return error;
  }
  return assert.fail(`no fault was found in ${JSON.stringify(text.toString())}`);
}

/** Its message, without the path it begins with. */
export const fault = (text: string | Buffer, options?: CsvOptions): string =>
  csvError(text, options)
    .message.slice(file.length)
    .replace(/^(, |: )/, '');

export const closes = (series: Series): number[] => [...series.close];

/** A file of dates and prices: 1 for the first, 2 for the next. Dates with a comma are quoted. */
export const barsOf = (dates: readonly (string | number)[], header = 'Date,Close'): string =>
  `${header}\n${dates.map((date, i) => `${`${date}`.includes(',') ? `"${date}"` : date},${i + 1}`).join('\n')}\n`;
