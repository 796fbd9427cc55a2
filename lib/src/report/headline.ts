import { type ColumnTable, table } from 'arquero';
import type { Estimate } from '../bench';
import type { ArchitectureRow, Section } from '../study';

/** Milliseconds with the digits that a sweep's spread leaves standing. */
const milliseconds = (us: number): string => (us / 1_000).toFixed(us < 100_000 ? 2 : 0);

const ratio = (estimate: Estimate | null): string => {
  if (estimate === null) return '-';
  const { median, low, high } = estimate;
  const bounds = low === null || high === null ? '' : ` [${low.toFixed(3)} ${high.toFixed(3)}]`;
  return `${median.toFixed(3)}x${bounds}`;
};

/** The columns of the headline table: a heading, and what a row has there. */
export const HEADLINE: readonly { heading: string; cell: (row: ArchitectureRow) => string }[] = [
  { heading: 'architecture', cell: (row) => row.architecture },
  { heading: 'median ms', cell: (row) => milliseconds(row.measured.median) },
  { heading: 'min', cell: (row) => milliseconds(row.measured.min) },
  { heading: 'max', cell: (row) => milliseconds(row.measured.max) },
  { heading: 'boundary ms', cell: (row) => (row.transport === 'none' ? '-' : milliseconds(row.boundary_us)) },
  { heading: 'vs numba', cell: (row) => ratio(row.ratio_numba) },
  { heading: 'vs v8', cell: (row) => ratio(row.ratio_v8) },
  { heading: 'article ms', cell: (row) => (row.published ? milliseconds(row.published.median) : '-') },
  {
    heading: 'article',
    cell: (row) => (row.published_ratio === null ? '-' : `${row.published_ratio.toFixed(2)}x`),
  },
];

/** The headline as cells of text, its heading first. */
export const headlineCells = (section: Section<ArchitectureRow>): string[][] => [
  HEADLINE.map(({ heading }) => heading),
  ...section.rows.map((row) => HEADLINE.map(({ cell }) => cell(row))),
];

/** The headline as a table to look at: a row an architecture, its cells as text. */
export const headline = (section: Section<ArchitectureRow>): ColumnTable =>
  table(HEADLINE.map(({ heading, cell }) => [heading, section.rows.map(cell)]));

/** The headline as lines of text, its columns aligned: the first to the left, the rest to the right. */
export function headlineText(section: Section<ArchitectureRow>): string {
  const lines = headlineCells(section);
  const widths = HEADLINE.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  const aligned = (text: string, i: number): string =>
    i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]);
  return lines.map((line) => line.map(aligned).join('  ').trimEnd()).join('\n');
}
