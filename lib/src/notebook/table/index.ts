import { cellTable } from './cells';
import { columnsOf, type TableLike } from './columns';
import { factTable, type ShownFacts } from './facts';
import { tableHtml } from './html';
import { tableText } from './text';

/** All rows of a table as aligned lines of text. */
export const textTable = (table: TableLike): string => tableText(cellTable(columnsOf(table)!, Infinity));

/** All rows of a table as an HTML table. */
export const htmlTable = (table: TableLike): string => tableHtml(cellTable(columnsOf(table)!, Infinity));

/** Facts as an HTML table: measured beside published. */
export const htmlFacts = (facts: ShownFacts): string => tableHtml(factTable(facts));
