import type { Fact } from '../section';

/** What this machine's measurements say of a sentence. */
export type TakeawayVerdict = 'holds' | 'does not hold' | 'undecided';

/** One of the article's sentences, made testable: a fact of a section against a threshold. */
export interface Predicate {
  takeaway: string;
  /** In words, with the threshold. */
  predicate: string;
  /** Which fact decides. */
  section: string;
  fact: string;
  threshold: number;
  /** On which side of the threshold it holds. */
  holds: 'below' | 'above';
  /** The same quantity from the article's figures; null where it has none. */
  published: number | null;
}

/**
 * Judges a fact with an interval: it holds where the whole interval lies on the right side, does not where
 * it lies on the wrong one. Without an interval, or across the threshold, nothing is decided.
 */
export function judge(
  { threshold, holds }: Predicate,
  fact: Fact | undefined,
): { verdict: TakeawayVerdict; why: string } {
  if (typeof fact?.value !== 'number') return { verdict: 'undecided', why: 'not measured' };
  if (fact.low === null || fact.high === null) return { verdict: 'undecided', why: 'no interval was taken' };
  const [low, high] = [fact.low, fact.high];
  const [right, wrong] =
    holds === 'below' ? [high < threshold, low >= threshold] : [low > threshold, high <= threshold];
  if (right) return { verdict: 'holds', why: 'the whole interval lies on the side it should' };
  if (wrong) return { verdict: 'does not hold', why: 'the whole interval lies on the other side' };
  return { verdict: 'undecided', why: 'the interval crosses the threshold' };
}
