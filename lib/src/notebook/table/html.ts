import { escapeHtml } from '../escape';
import type { CellTable } from './cells';

/** The table as HTML. Numbers stand to the right in figures of equal width; Lab's own style does the rest. */
export function tableHtml({ heads, rows, numeric, note }: CellTable): string {
  // An untrusted notebook keeps `align` where it drops styles.
  const side = (column: number): string =>
    numeric[column]
      ? ' align="right" style="text-align: right; font-variant-numeric: tabular-nums"'
      : ' align="left" style="text-align: left"';
  const head = heads.map((name, i) => `<th scope="col"${side(i)}>${escapeHtml(name)}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${row.map((cell, i) => `<td${side(i)}>${escapeHtml(cell)}</td>`).join('')}</tr>`)
    .join('\n');
  const below = note === null ? '' : `\n<p><em>${escapeHtml(note)}</em></p>`;
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>${below}`;
}
