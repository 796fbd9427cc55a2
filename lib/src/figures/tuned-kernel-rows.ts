import type { KernelRow, Section, TunedKernelRow } from '../study';
import { FIXED } from './before';
import { COLOURS } from './style';

/** The rows of one kind. */
export const rowsOf = <Kind extends TunedKernelRow['kind']>(
  { rows }: Section<TunedKernelRow>,
  kind: Kind,
): Extract<TunedKernelRow, { kind: Kind }>[] =>
  rows.filter((row): row is Extract<TunedKernelRow, { kind: Kind }> => row.kind === kind);

export const kernelRows = (section: Section<TunedKernelRow>): KernelRow[] => rowsOf(section, 'kernel');

/** Milliseconds with two or three digits, and a unit that suits. */
export const duration = (ms: number): string =>
  ms >= 1_000 ? `${(ms / 1_000).toPrecision(3)} s` : `${Number(ms.toPrecision(3))} ms`;

/** The range of a log axis that holds these, with room for their labels at both ends. */
export function logRange(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10);
  const room = 0.2 * (high - low) + 0.2;
  return [low - room, high + room];
}

/** The line of numba's naive kernel from the first of some rows to the last; none where it was not measured. */
export function asNumba(section: Section<TunedKernelRow>, first: string, last: string): object[] {
  const numba = kernelRows(section).find(
    ({ language, algorithm }) => language === 'numba' && algorithm === 'naive',
  );
  if (numba === undefined) return [];
  const ms = numba.measured.median / 1_000;
  return [
    {
      type: 'scatter',
      mode: 'lines',
      name: `numba, one thread: ${duration(ms)}`,
      meta: FIXED,
      x: [ms, ms],
      y: [first, last],
      of: [numba.kernel],
      line: { color: COLOURS.quiet, dash: 'dot', width: 1.5 },
      hoverinfo: 'skip',
    },
  ];
}
