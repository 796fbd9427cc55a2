import { bootstrapMedian, type Estimate, STARTS_FOR_INTERVAL } from '../../bench';
import type { Section } from '../section';
import type { ArchitectureRow } from './rows';

/** The samples of a row by start, as they were measured: runs are spread over starts as evenly as can be. */
export function byStart(section: Section<ArchitectureRow>, name: string): number[][] | null {
  const samples = section.rows.find((row) => row.architecture === name)?.measured.samples;
  if (!samples) return null;
  const { options, partial } = section.run;
  const starts = options.starts as number;
  const runs = partial ? (options.runs as number) : samples.length;
  const edge = (i: number): number => Math.floor((i * runs) / starts);
  return Array.from({ length: partial ? partial.done + (partial.rounds ? 1 : 0) : starts }, (_, i) =>
    samples.slice(edge(i), edge(i + 1)),
  );
}

/** The median, over rounds, of one architecture's time over another's; null when either was not measured. */
export function ratioWithin(section: Section<ArchitectureRow>, over: string, under: string): Estimate | null {
  const [one, other] = [byStart(section, over), byStart(section, under)];
  if (one === null || other === null) return null;
  const ratios = one.map((start, s) => start.map((us, round) => us / other[s][round]));
  const { value, low, high } = bootstrapMedian(ratios);
  const intervals = !section.run.quick && ratios.length >= STARTS_FOR_INTERVAL;
  return { median: value, low: intervals ? low : null, high: intervals ? high : null };
}

/**
 * What the others' times are put over: `wanted` where it was measured, else the first in-process kernel, else the first
 * architecture, of those that passed the gate; null without any.
 */
export function referenceOf({ rows, gate }: Section<ArchitectureRow>, wanted: string): string | null {
  if (rows.some(({ architecture }) => architecture === wanted)) return wanted;
  const failed = new Set(gate?.variants.filter(({ ok }) => !ok).map(({ architecture }) => architecture));
  const right = rows.filter(({ architecture }) => !failed.has(architecture));
  return (right.find(({ transport }) => transport === 'none') ?? right[0] ?? rows[0])?.architecture ?? null;
}
