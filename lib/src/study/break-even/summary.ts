import { bootstrapMedian, type Estimate, type Measured, measured, median } from '../../bench';

/** So many calls of a start stand for all of it where an interval is drawn: thousands would add time, not knowledge. */
const FOR_INTERVAL = 200;

/** Nanoseconds are all that the clock gives; the digits behind them would only fill the record. */
const toNanosecond = (us: number): number => Math.round(us * 1_000) / 1_000;

/** Up to `FOR_INTERVAL` of the samples, evenly spaced. */
function evenly(samples: readonly number[]): number[] {
  const count = Math.min(samples.length, FOR_INTERVAL);
  return Array.from({ length: count }, (_, i) => samples[Math.floor((i * samples.length) / count)]);
}

/**
 * Summarises what calls took, in microseconds, all samples kept.
 * @param starts One list a start.
 * @param intervals Whether to bound the median.
 */
export function latency(starts: readonly (readonly number[])[], intervals: boolean): Measured {
  const samples = starts.flat().map(toNanosecond);
  return measured('us', samples, intervals ? bootstrapMedian(starts.map(evenly)) : null);
}

/** The median of one value a start, bounded where `intervals`. */
export function estimate(values: readonly number[], intervals: boolean): Estimate {
  if (!intervals) return { median: median(values), low: null, high: null };
  const { value, low, high } = bootstrapMedian(values.map((each) => [each]));
  return { median: value, low, high };
}

/** An estimate multiplied by a number above 0. */
export const times = ({ median: middle, low, high }: Estimate, factor: number): Estimate => ({
  median: middle * factor,
  low: low === null ? null : low * factor,
  high: high === null ? null : high * factor,
});
