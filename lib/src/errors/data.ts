import { type ErrorOptions, IpcTaxError } from './base';
import { excerpt, LONGEST_PATH } from './quoted';

/** A fault in a user's price file. `line` counts from 1 with the header as line 1. `code` is `CSV`. */
export class CsvError extends IpcTaxError {
  readonly path: string;
  readonly line: number | null;
  readonly column: string | null;

  constructor(
    path: string,
    line: number | null,
    column: string | null,
    problem: string,
    options?: ErrorOptions,
  ) {
    const place = [line === null ? '' : `line ${line}`, column === null ? '' : `column "${excerpt(column)}"`];
    const where = place.filter(Boolean).join(', ');
    super('CSV', `${excerpt(path, LONGEST_PATH)}${where ? `, ${where}` : ''}: ${problem}`, options);
    this.path = path;
    this.line = line;
    this.column = column;
  }
}
