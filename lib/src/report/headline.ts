import { type ColumnTable, table } from 'arquero';
import { type Estimate, variantOutcome } from '../bench';
import type { ArchitectureRow, Section } from '../study';

const milliseconds = (us: number): number => us / 1_000;

/** An interval as text; empty where none was taken. */
const interval = (estimate: Estimate | null): string =>
  estimate?.low == null || estimate.high == null
    ? ''
    : `${estimate.low.toFixed(3)} to ${estimate.high.toFixed(3)}`;

/**
 * The headline of the study as a table: for each architecture the time of one sweep in milliseconds, its
 * boundary, its ratio to each in-process kernel with a 95 % interval, and the article's figures. Where the gate did not
 * pass, a column says of each what the gate says.
 */
export function headline({ rows, gate }: Section<ArchitectureRow>): ColumnTable {
  const doubt = ({ architecture }: ArchitectureRow): string => {
    const variant = gate?.variants.find((each) => each.architecture === architecture);
    return variant ? variantOutcome(variant) : 'not held';
  };
  const column = <T>(of: (row: ArchitectureRow) => T): T[] => rows.map(of);
  return table({
    architecture: column((row) => row.architecture),
    ...(gate?.all_ok === false ? { gate: column(doubt) } : {}),
    'median ms': column((row) => milliseconds(row.measured.median)),
    'min ms': column((row) => milliseconds(row.measured.min)),
    'max ms': column((row) => milliseconds(row.measured.max)),
    'boundary ms': column((row) => (row.transport === 'none' ? null : milliseconds(row.boundary_us))),
    'vs numba': column((row) => row.ratio_numba?.median ?? null),
    '95 % interval': column((row) => interval(row.ratio_numba)),
    'vs v8': column((row) => row.ratio_v8?.median ?? null),
    'article ms': column((row) => (row.published ? milliseconds(row.published.median) : null)),
    'article ratio': column((row) => row.published_ratio),
  });
}
