import { bootstrapMedian, type Estimate, gateOutcome } from '../../bench';
import { type ArchitectureRow, byStart } from '../architectures';
import type { Section } from '../section';

/** What the measurements say of a statement. */
export type Answer = 'confirmed' | 'rejected' | 'undecided';

/** The tested statement, the share it is judged by, and the answer in words. */
export interface Hypothesis {
  statement: string;
  answer: Answer;
  /** How much of the gap between Rust and numba the unchecked kernel closes: 1 all of it, 0 none. */
  closed: Estimate | null;
  why: string;
}

/** To be the cause of the gap, bounds checks must account for at least this much of it. */
export const SHARE_OF_A_CAUSE = 0.5;

/**
 * Tests the obvious suspect: that bounds checks are why the Rust engine's kernel takes longer than numba's.
 * In each round, the share of the gap that goes away without them; it is confirmed where the interval lies
 * above one half, rejected where it lies below, and undecided otherwise, or without an interval, or where
 * there is no gap beyond what the A/A control differs by.
 */
export function boundsChecks(section: Section<ArchitectureRow>): Hypothesis {
  const statement = 'bounds checks are why naive Rust takes longer than numba';
  const undecided = (why: string, closed: Estimate | null = null): Hypothesis => ({
    statement,
    answer: 'undecided',
    closed,
    why,
  });
  const [numba, batch, unchecked] = ['in_process_numba', 'rust_batch_unix', 'rust_batch_unchecked'].map(
    (name) => byStart(section, name),
  );
  if (!numba || !batch || !unchecked)
    return undecided('numba, naive and unchecked Rust were not all measured');
  const { gate } = section;
  if (gate?.all_ok === false) {
    return undecided(`the gate ${gateOutcome(gate)}: no time of it counts`);
  }
  const gap = section.facts.batch_over_numba;
  if (section.run.quick || gap.low === null || gap.high === null) return undecided('no intervals were taken');
  const control = section.facts.aa_ratio;
  const spread = control?.low == null || control.high == null ? 0 : control.high - control.low;
  if (gap.low <= 1 + spread) {
    const bounds = `${gap.low.toFixed(3)} to ${gap.high.toFixed(3)}`;
    return undecided(
      `no gap beyond what the control differs by (${(spread * 100).toFixed(1)} %): naive Rust over numba is ${bounds}`,
    );
  }
  const shares = batch.map((start, s) =>
    start.map((us, round) => (us - unchecked[s][round]) / (us - numba[s][round])),
  );
  const { value: median, low, high } = bootstrapMedian(shares);
  const closed = { median, low, high };
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  const why = `without them ${percent(median)} of the gap goes away (${percent(low)} to ${percent(high)})`;
  if (low > SHARE_OF_A_CAUSE) return { statement, answer: 'confirmed', closed, why };
  if (high < SHARE_OF_A_CAUSE) return { statement, answer: 'rejected', closed, why };
  return undecided(why, closed);
}
