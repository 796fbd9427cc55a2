import { bootstrapMedian, type Measured, measured, median, type Published } from '../../bench';
import { WAY_TITLES, type Way, type WaySweep } from './ways';

/** One way of calling: a whole sweep (`length` null), or the call of one combo in it. */
export interface ChattyRow {
  way: Way;
  title: string;
  /** HMA length of the combo called for; null is the whole sweep. */
  length: number | null;
  calls: number;
  /** Bytes of the request frame or, for a whole sweep, of all of them. */
  bytes: number;
  /** Microseconds the caller waited. */
  measured: Measured;
  published: Published | null;
  /** Median microseconds of it that the kernel ran, by the engine's own clock. */
  compute_us: number;
  /** Microseconds that were not the kernel's, with a 95 % interval over starts where there are five. */
  boundary_us: number;
  boundary_low: number | null;
  boundary_high: number | null;
}

/** Length field, opcode, a and b. */
const HEAD_BYTES = 13;
const COMBO_BYTES = 48;

/** Bytes of one request. */
function requestBytes(way: Way, bars: number, combos: number): number {
  const series = way === 'batch' || way === 'resending' ? bars * 8 : 0;
  return HEAD_BYTES + series + combos * COMBO_BYTES;
}

export interface RowsOptions {
  bars: number;
  lengths: readonly number[];
  intervals: boolean;
  /** Whether the workload is the article's as a whole. */
  published: boolean;
}

/** The article's whole sweeps, in microseconds. */
const PUBLISHED: Partial<Record<Way, number>> = { batch: 2_276_000, resending: 2_383_000 };

/**
 * The rows of one way: the whole sweep and, where it is cut into calls, each combo's call.
 * @param starts The sweeps of each start.
 */
export function wayRows(
  way: Way,
  starts: readonly (readonly WaySweep[])[],
  { bars, lengths, intervals, published }: RowsOptions,
): ChattyRow[] {
  const row = (
    length: number | null,
    calls: number,
    bytes: number,
    of: (sweep: WaySweep) => { us: number; compute: number },
  ): ChattyRow => {
    const us = starts.map((sweeps) => sweeps.map((each) => of(each).us));
    const boundary = starts.map((sweeps) => sweeps.map((each) => of(each).us - of(each).compute));
    const { value, low, high } = bootstrapMedian(boundary);
    const figure = length === null && published ? PUBLISHED[way] : undefined;
    return {
      way,
      title: WAY_TITLES[way],
      length,
      calls,
      bytes,
      measured: measured('us', us.flat(), intervals ? bootstrapMedian(us) : null),
      published: figure === undefined ? null : { unit: 'us', median: figure },
      compute_us: median(starts.flatMap((sweeps) => sweeps.map((each) => of(each).compute))),
      boundary_us: value,
      boundary_low: intervals ? low : null,
      boundary_high: intervals ? high : null,
    };
  };
  if (way === 'batch') return [row(null, 1, requestBytes(way, bars, lengths.length), (each) => each)];
  const one = requestBytes(way, bars, 1);
  return [
    row(null, lengths.length, lengths.length * one, (each) => each),
    ...lengths.map((length, i) => row(length, 1, one, ({ calls }) => calls[i])),
  ];
}
