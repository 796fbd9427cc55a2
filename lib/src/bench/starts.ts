import { bootstrapMedian } from './bootstrap';
import { type Measured, measured } from './measured';

/** A median; its bounds are null where no interval was taken. */
export interface Estimate {
  median: number;
  low: number | null;
  high: number | null;
}

/** With fewer starts an interval would claim more than it knows. */
export const STARTS_FOR_INTERVAL = 5;

/** What a call cost, in microseconds by the caller's clock, and whatever else was noted of it. */
export interface Timed {
  us: number;
}

/**
 * The calls of several subjects over several starts, and what can be said of them. A start gives each
 * subject's calls in the order of its rounds, so that equal places belong to one round.
 */
export class Starts<Call extends Timed> {
  /** Whether there are starts enough for intervals, and they were not declined. */
  readonly intervals: boolean;

  constructor(
    private readonly starts: readonly ReadonlyMap<string, readonly Call[]>[],
    intervals = true,
  ) {
    this.intervals = intervals && starts.length >= STARTS_FOR_INTERVAL;
  }

  has(name: string): boolean {
    return this.starts.some((calls) => calls.has(name));
  }

  /** What the calls of `name` took. */
  summary(name: string): Measured {
    const samples = this.samples(name, ({ us }) => us);
    return measured('us', samples.flat(), this.intervals ? bootstrapMedian(samples) : null);
  }

  /** The median of what `of` gives for each call of `name`. */
  estimate(name: string, of: (call: Call) => number): Estimate {
    return this.bounded(this.samples(name, of));
  }

  /** The median, over rounds, of `over` divided by `under`; null when either was not measured. */
  ratio(over: string, under: string): Estimate | null {
    return this.apart(over, under, (a, b) => a.us / b.us);
  }

  /** The median, over rounds, of `over` less `under`, in microseconds; null likewise. */
  difference(over: string, under: string): Estimate | null {
    return this.apart(over, under, (a, b) => a.us - b.us);
  }

  /** The median of what `of` gives for the calls of two subjects in each round; null likewise. */
  apart(one: string, other: string, of: (one: Call, other: Call) => number): Estimate | null {
    if (!this.has(one) || !this.has(other)) return null;
    return this.bounded(
      this.starts.map((calls) => {
        const others = calls.get(other) ?? [];
        return (calls.get(one) ?? []).map((call, round) => of(call, others[round]));
      }),
    );
  }

  private samples(name: string, of: (call: Call) => number): number[][] {
    return this.starts.map((calls) => (calls.get(name) ?? []).map(of));
  }

  private bounded(samples: number[][]): Estimate {
    const { value, low, high } = bootstrapMedian(samples);
    return { median: value, low: this.intervals ? low : null, high: this.intervals ? high : null };
  }
}
