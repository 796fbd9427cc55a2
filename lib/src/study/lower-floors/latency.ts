import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import type { Interval } from '../../bench';

/**
 * The distribution of many latencies, from an HDR histogram (Tene): each value to three significant digits, none
 * left out. A quantile is null where there are too few samples to speak of it: p99 wants 1,000, p99.9 10,000.
 */
export interface Latency {
  unit: 'us';
  n: number;
  min: number;
  p50: number;
  p99: number | null;
  p999: number | null;
  max: number;
  /** 95 % bounds of the median over starts; null where no interval was taken. */
  low: number | null;
  high: number | null;
  /** The histogram itself, in nanoseconds: version 2, compressed, base64, which every HDR histogram library reads. */
  histogram: string;
}

/** A minute: longer than any call is waited for. */
const HIGHEST_NS = 6e10;

/** @param us At least one latency, in microseconds. */
export function latency(us: readonly number[], interval: Interval | null): Latency {
  const histogram = build({
    bitBucketSize: 32,
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_NS,
    numberOfSignificantValueDigits: 3,
  });
  for (const each of us) histogram.recordValue(Math.max(1, Math.round(each * 1_000)));
  const at = (percent: number): number => histogram.getValueAtPercentile(percent) / 1_000;
  const from = (least: number, percent: number): number | null => (us.length < least ? null : at(percent));
  return {
    unit: 'us',
    n: us.length,
    min: us.reduce((least, each) => Math.min(least, each)),
    p50: at(50),
    p99: from(1_000, 99),
    p999: from(10_000, 99.9),
    max: us.reduce((most, each) => Math.max(most, each)),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    histogram: encodeIntoCompressedBase64(histogram),
  };
}
