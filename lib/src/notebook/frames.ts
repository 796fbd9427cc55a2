import { type ColumnTable, table } from 'arquero';
import type { DataFrame } from 'danfojs-node';
import { OptionError } from '../errors';
import { columnsOf, type TableLike } from './table/columns';

type Cells = Record<string, unknown>;

const isPlain = (value: unknown): value is Cells =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value)?.constructor?.name === 'Object';

/**
 * A row whose nested objects are columns of their own, such as `measured_median` and `published_median`. Lists, such as
 * a measurement's raw samples, are left out: a table holds one value a cell.
 */
function flat(row: Cells, prefix = ''): Cells {
  return Object.entries(row).reduce<Cells>((cells, [name, value]) => {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return cells;
    if (isPlain(value)) return Object.assign(cells, flat(value, `${prefix}${name}_`));
    cells[prefix + name] = value;
    return cells;
  }, {});
}

/** The rows of a table in any of the forms `show` takes. */
function rowsOf(rows: TableLike): Cells[] {
  const columns = columnsOf(rows);
  if (columns === null)
    throw new OptionError('rows', rows, "a section's rows, an arquero table or a DataFrame");
  return Array.from({ length: columns.rows }, (_, row) =>
    Object.fromEntries(columns.names.map((name, column) => [name, columns.at(column, row)])),
  );
}

/**
 * A section's rows as an arquero table, to filter, join and roll up: nested objects become columns
 * (`measured_median`, `measured_low`, `published_median`), lists are left out, and what a row lacks is null.
 *
 *     toTable(section.rows).filter((d) => d.measured_median > 1e6).orderby('measured_median')
 *
 * @throws OptionError for what is no table
 */
export function toTable(rows: TableLike): ColumnTable {
  const cells = rowsOf(rows).map((row) => flat(row));
  const names = [...new Set(cells.flatMap((row) => Object.keys(row)))];
  return table(names.map((name) => [name, cells.map((row) => row[name] ?? null)]));
}

/**
 * The same as a danfojs DataFrame, for who thinks in pandas. Loads danfojs at the first call, which takes some seconds.
 *
 *     toDataFrame(section.rows).groupby(['transport']).col(['measured_median']).mean()
 *
 * @throws OptionError for what is no table
 */
export function toDataFrame(rows: TableLike): DataFrame {
  const whole = toTable(rows);
  const danfo = require('danfojs-node') as typeof import('danfojs-node');
  const columns = whole.columnNames().map((name) => [name, whole.array(name)]);
  return new danfo.DataFrame(Object.fromEntries(columns));
}
