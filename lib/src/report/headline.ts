import { type ColumnTable, table } from 'arquero';
import { type Estimate, variantOutcome } from '../bench';
import { type ArchitectureRow, ratioWithin, referenceOf, type Section } from '../study';

const milliseconds = (us: number): number => us / 1_000;

/** An interval as text; empty where none was taken. */
const interval = (estimate: Estimate | null): string =>
  estimate?.low == null || estimate.high == null
    ? ''
    : `${estimate.low.toFixed(3)} to ${estimate.high.toFixed(3)}`;

/** The in-process kernels that ratios are taken to, as their columns are called. */
const KERNELS = {
  in_process_numba: { head: 'vs numba', of: (row: ArchitectureRow) => row.ratio_numba },
  in_process_v8: { head: 'vs v8', of: (row: ArchitectureRow) => row.ratio_v8 },
};

/**
 * The headline of the study as a table: for each architecture the time of one sweep in milliseconds, its
 * boundary, its ratio to each in-process kernel with a 95 % interval, and the article's figures. The interval is of the
 * ratio before it: to numba or, where that was not measured, to what was; a kernel that was not measured has no column.
 * Where the gate did not pass, a column says of each what the gate says.
 */
export function headline(section: Section<ArchitectureRow>): ColumnTable {
  const { rows, gate } = section;
  const doubt = ({ architecture }: ArchitectureRow): string => {
    const variant = gate?.variants.find((each) => each.architecture === architecture);
    return variant ? variantOutcome(variant) : 'not held';
  };
  const column = <T>(of: (row: ArchitectureRow) => T): T[] => rows.map(of);
  const first = referenceOf(section, 'in_process_numba') ?? 'in_process_numba';
  const others = Object.entries(KERNELS).filter(
    ([name]) => name !== first && rows.some(({ architecture }) => architecture === name),
  );
  const { head, of } = KERNELS[first as keyof typeof KERNELS] ?? {
    head: `vs ${first}`,
    of: (row: ArchitectureRow) => ratioWithin(section, row.architecture, first),
  };
  return table({
    architecture: column((row) => row.architecture),
    ...(gate?.all_ok === false ? { gate: column(doubt) } : {}),
    'median ms': column((row) => milliseconds(row.measured.median)),
    'min ms': column((row) => milliseconds(row.measured.min)),
    'max ms': column((row) => milliseconds(row.measured.max)),
    'boundary ms': column((row) => (row.transport === 'none' ? null : milliseconds(row.boundary_us))),
    [head]: column((row) => of(row)?.median ?? null),
    '95 % interval': column((row) => interval(of(row))),
    ...Object.fromEntries(
      others.map(([, other]) => [other.head, column((row) => other.of(row)?.median ?? null)]),
    ),
    'article ms': column((row) => (row.published ? milliseconds(row.published.median) : null)),
    'article ratio': column((row) => row.published_ratio),
  });
}
