import { type ArchitectureRow, architectures } from '../architectures';
import { type Fact, fact, type Section, type StudyContext } from '../section';
import type { WorkloadOptions } from '../workload';
import type { VerdictRow } from './decompose';

/** The article's forms once more, and the one it only derived, with the tuned kernel. */
export const TUNED = [
  'rust_batch_tuned',
  'rust_chatty_tuned',
  'rust_stateful_tuned',
  'rust_spawn_tuned',
] as const;

/** The section that has the tuned rows, and whether it was measured for that. */
export interface Tuned {
  section: Section<ArchitectureRow>;
  measured: boolean;
}

/** The section that has the tuned rows: the recorded one, or these measured now, which takes some milliseconds a sweep. */
export async function withTuned(
  found: Section<ArchitectureRow>,
  options: WorkloadOptions & { quick: boolean },
  context: StudyContext,
): Promise<Tuned> {
  const names = found.rows.map(({ architecture }) => architecture);
  if (TUNED.every((name) => names.includes(name))) return { section: found, measured: false };
  const section = await architectures.run({ ...options, architectures: [...TUNED] }, context);
  return { section, measured: true };
}

/** What the boundary is beside the tuned kernel; the naive kernel's shares are in the rows. */
export function tunedShares(rows: readonly VerdictRow[]): Record<string, Fact> {
  const share = (name: string): number | null =>
    rows.find(({ architecture }) => architecture === name)?.boundary_share ?? null;
  return Object.fromEntries(
    TUNED.flatMap((name) => {
      const found = share(name);
      return found === null ? [] : [[`${name}_boundary_share`, fact(found, 'share of the sweep')]];
    }),
  );
}
