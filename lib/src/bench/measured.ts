import { quantile } from './quantile';

/**
 * A summary of samples, as it stands in results.json. `low` and `high` bound the median with 95 %
 * confidence (see `bootstrap.ts`) and are null where no interval was asked for. A quantile is null
 * where there are too few samples to speak of it: p95 wants 100, p99 1,000, p99.9 10,000.
 */
export interface Measured {
  unit: string;
  n: number;
  min: number;
  median: number;
  p95: number | null;
  p99: number | null;
  p999: number | null;
  max: number;
  low: number | null;
  high: number | null;
  /** The raw samples, in the order they were taken. */
  samples: number[];
}

/** A figure of the article: one number, whatever it was the median of. */
export interface Published {
  unit: string;
  median: number;
}

const enough = (samples: readonly number[], p: number, least: number): number | null =>
  samples.length >= least ? quantile(samples, p) : null;

/**
 * Summarises samples of one quantity.
 * @param samples At least one finite number, in the order they were taken.
 * @param interval The bounds of the median, if known.
 */
export function measured(
  unit: string,
  samples: readonly number[],
  interval: { low: number; high: number } | null = null,
): Measured {
  return {
    unit,
    n: samples.length,
    min: quantile(samples, 0),
    median: quantile(samples, 0.5),
    p95: enough(samples, 0.95, 100),
    p99: enough(samples, 0.99, 1_000),
    p999: enough(samples, 0.999, 10_000),
    max: quantile(samples, 1),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    samples: [...samples],
  };
}
