import type { Columns } from './cells';

/** Row objects, the form of a section's rows. */
export type Rows = readonly object[];

/** An arquero table, as far as it is used here. */
export interface ArqueroTable {
  columnNames(): string[];
  numRows(): number;
  get(name: string, row: number): unknown;
  /** Those of a table that is grouped. */
  groups?(): { names: string[]; size: number } | null;
}

/** A danfojs DataFrame, as far as it is used here. */
export interface DanfoFrame {
  readonly columns: string[];
  readonly shape: number[];
  readonly index: (string | number)[];
  readonly values: unknown[];
}

/** A value of a row, which may be a getter's; what it throws is what the cell shows. */
function valueIn(row: Record<string, unknown>, name: string): unknown {
  try {
    return row[name];
  } catch (error) {
    return error instanceof Error ? error : String(error);
  }
}

export type TableLike = ArqueroTable | DanfoFrame | Rows;

const has = (value: object, ...methods: string[]): boolean =>
  methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function');

const isArquero = (value: object): value is ArqueroTable => has(value, 'columnNames', 'numRows', 'get');

const isDanfo = (value: object): value is DanfoFrame =>
  !Array.isArray(value) &&
  Array.isArray((value as DanfoFrame).columns) &&
  Array.isArray((value as DanfoFrame).shape) &&
  Array.isArray((value as DanfoFrame).values);

const isRowObject = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value) &&
  !(value instanceof Date) &&
  !(value instanceof Error);

const isRows = (value: object): value is Rows =>
  Array.isArray(value) && value.length > 0 && !value.includes(undefined) && value.every(isRowObject);

function ofDanfo(frame: DanfoFrame): Columns {
  const rows = frame.values;
  const oneColumn = frame.columns.length === 1;
  const cell = (column: number, row: number): unknown => {
    const values = rows[row];
    return Array.isArray(values) ? values[column] : oneColumn ? values : undefined;
  };
  // Row labels are shown when they are more than 0, 1, 2, ...
  if (frame.index.every((label, row) => label === row)) {
    return { names: frame.columns.map(String), rows: rows.length, at: cell };
  }
  return {
    names: ['', ...frame.columns.map(String)],
    rows: rows.length,
    at: (column, row) => (column === 0 ? frame.index[row] : cell(column - 1, row)),
  };
}

/** The columns of a table in any of the forms `show` takes; null when `value` is none. */
export function columnsOf(value: unknown): Columns | null {
  if (typeof value !== 'object' || value === null) return null;
  if (isArquero(value)) {
    const names = value.columnNames();
    const groups = value.groups?.() ?? null;
    return {
      names,
      rows: value.numRows(),
      at: (column, row) => value.get(names[column]!, row),
      note:
        groups === null
          ? undefined
          : `grouped by ${groups.names.join(', ')}: ${groups.size.toLocaleString('en-US')} groups`,
    };
  }
  if (isDanfo(value)) return ofDanfo(value);
  if (!isRows(value)) return null;
  const cells = value as readonly Record<string, unknown>[];
  // Columns in the order in which rows first name them.
  const names = [...new Set(cells.flatMap((row) => Object.keys(row)))];
  return { names, rows: cells.length, at: (column, row) => valueIn(cells[row]!, names[column]!) };
}
