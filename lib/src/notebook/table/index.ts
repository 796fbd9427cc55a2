import { OptionError } from '../../errors';
import { type CellTable, cellTable } from './cells';
import { columnsOf, type TableLike } from './columns';
import { factTable, type ShownFacts } from './facts';
import { tableHtml } from './html';
import { tableText } from './text';

/** All rows; an empty list is a table with no columns. */
function whole(table: TableLike): CellTable {
  const columns = columnsOf(table);
  if (columns !== null) return cellTable(columns, Number.POSITIVE_INFINITY);
  if (Array.isArray(table) && table.length === 0) return { heads: [], rows: [], numeric: [], note: null };
  throw new OptionError('table', table, 'row objects, an arquero table or a danfojs DataFrame');
}

/** All rows of a table as aligned lines of text. */
export const textTable = (table: TableLike): string => tableText(whole(table));

/** All rows of a table as an HTML table. */
export const htmlTable = (table: TableLike): string => tableHtml(whole(table));

/** Facts as an HTML table: measured beside published. */
export const htmlFacts = (facts: ShownFacts): string => tableHtml(factTable(facts));
