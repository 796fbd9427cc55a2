import { type ErrorOptions, IpcTaxError } from './base';
import { excerpt, LONGEST_PATH, quoted } from './quoted';

/** Options of a CsvError: what led to it, and the options of `fromCsv` that settle it, if some do. */
export interface CsvErrorOptions extends ErrorOptions {
  settledBy?: Record<string, unknown>;
}

/**
 * A fault in a user's price file. `line` counts from 1, and is the file's own. Where an option of `fromCsv` would settle
 * it, the message says so, and `settledBy` has it: `{ order: 'newest-first' }`. `code` is `CSV`.
 */
export class CsvError extends IpcTaxError {
  readonly path: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly problem: string;
  readonly settledBy: Record<string, unknown> | null;

  constructor(
    path: string,
    line: number | null,
    column: string | null,
    problem: string,
    options: CsvErrorOptions = {},
  ) {
    const place = [line === null ? '' : `line ${line}`, column === null ? '' : `column ${quoted(column)}`];
    const where = place.filter(Boolean).join(', ');
    super('CSV', `${excerpt(path, LONGEST_PATH)}${where ? `, ${where}` : ''}: ${problem}`, options);
    this.path = path;
    this.line = line;
    this.column = column;
    this.problem = problem;
    this.settledBy = options.settledBy ?? null;
  }
}
