import { type GateOutcome, type GateRecord, gateOutcome } from '../../bench';
import { type Fact, fact } from '../section';

/** What this machine's measurements say of a sentence. */
export type TakeawayVerdict = 'holds' | 'does not hold' | 'undecided';

/** What the gates of the sections a takeaway is judged by say, the worst of them; null where none has one. */
export function worstOutcome(gates: readonly (GateRecord | null | undefined)[]): GateOutcome | null {
  const outcomes = gates.flatMap((gate) => (gate ? [gateOutcome(gate)] : []));
  return (
    outcomes.find((each) => each === 'failed') ??
    outcomes.find((each) => each !== 'passed') ??
    outcomes[0] ??
    null
  );
}

/** A fact of a section. */
export interface Source {
  section: string;
  fact: string;
}

/** One of the article's sentences, made testable: a fact of a section against a threshold. */
export interface Predicate {
  takeaway: string;
  /** In words, with the threshold. */
  predicate: string;
  /** The fact that decides. */
  of: Source;
  /** What it is divided by first, in the same unit; absent where it is a ratio already. */
  over?: Source;
  threshold: number;
  /** On which side of the threshold it holds. */
  holds: 'below' | 'above';
  /** The same quantity from the article's figures; null where it has none. */
  published: number | null;
}

/**
 * One fact divided by another. Its bounds are the widest that theirs allow: the two may come from different
 * rounds, so nothing is known of how they go together.
 */
export function quotient(of: Fact | undefined, over: Fact | undefined): Fact | undefined {
  if (typeof of?.value !== 'number' || typeof over?.value !== 'number') return undefined;
  const bounded = of.low !== null && of.high !== null && over.low !== null && over.high !== null;
  return fact(of.value / over.value, 'ratio', {
    low: bounded ? of.low! / over.high! : null,
    high: bounded ? of.high! / over.low! : null,
  });
}

/**
 * Judges a fact with an interval: it holds where the whole interval lies on the right side, does not where
 * it lies on the wrong one. Without an interval, across the threshold, or behind a gate that did not pass, nothing is
 * decided.
 */
export function judge(
  { threshold, holds }: Predicate,
  found: Fact | undefined,
  gate: GateOutcome | null = null,
): { verdict: TakeawayVerdict; why: string } {
  if (typeof found?.value !== 'number') return { verdict: 'undecided', why: 'not measured' };
  if (gate !== null && gate !== 'passed')
    return { verdict: 'undecided', why: `the gate ${gate}: its times do not count` };
  if (found.low === null || found.high === null)
    return { verdict: 'undecided', why: 'no interval was taken' };
  const [low, high] = [found.low, found.high];
  const [right, wrong] =
    holds === 'below' ? [high < threshold, low >= threshold] : [low > threshold, high <= threshold];
  if (right) return { verdict: 'holds', why: 'the whole interval lies on the side it should' };
  if (wrong) return { verdict: 'does not hold', why: 'the whole interval lies on the other side' };
  return { verdict: 'undecided', why: 'the interval crosses the threshold' };
}
