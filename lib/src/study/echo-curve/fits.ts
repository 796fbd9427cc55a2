import { STARTS_FOR_INTERVAL } from '../../bench';
import { type Boundary, bootstrapBoundary, fitBoundary, kneeBytes } from '../../model';
import type { Section, SectionRun } from '../section';
import { blockMedian, type EchoRow, type EchoSubject } from './rows';

/** The cost model fitted to one curve; bounds are null where there are too few starts for them. */
export interface EchoFit extends EchoSubject {
  floor_us: number;
  floor_low: number | null;
  floor_high: number | null;
  bytes_per_second: number;
  bytes_per_second_low: number | null;
  bytes_per_second_high: number | null;
  /** Bytes each way at which moving them costs as much as the floor. */
  knee_bytes: number;
  knee_low: number | null;
  knee_high: number | null;
}

/** The fitted boundary itself, for predictions. */
export const boundaryOf = ({ floor_us, bytes_per_second }: EchoFit): Boundary => ({
  floorUs: floor_us,
  bytesPerSecond: bytes_per_second,
});

/** Whether a row belongs to a curve. */
export const ofSubject =
  ({ client, transport, placement, process }: EchoSubject) =>
  (row: EchoSubject): boolean =>
    row.client === client &&
    row.transport === transport &&
    row.placement === placement &&
    row.process === process;

/** Fits of rows that were fitted before: figures and tables ask for the same ones. */
const fitted = new WeakMap<readonly EchoRow[], EchoFit[]>();

/**
 * Fits the cost model, `T(b) = floor + 2b / bandwidth`, to each curve of an echo section: one fit for each client,
 * transport and placement, from the rows timed in a process of their own (`process` is `worker`). Floors are in
 * microseconds, bandwidths in bytes a second, knees in bytes each way; bounds are 95 % intervals, null in a quick run and
 * with fewer than five starts.
 * @param section What `run(echoCurve)` gives, of at least two sizes. Its fits are kept, so asking again costs nothing.
 */
export function echoFits({
  rows,
  run,
}: Pick<Section<EchoRow>, 'rows'> & { run: Pick<SectionRun, 'quick'> }): EchoFit[] {
  const known = fitted.get(rows);
  if (known) return known;
  const fits: EchoFit[] = [];
  for (const { client, transport, placement, process } of rows) {
    const subject = { client, transport, placement, process };
    const belongs = ofSubject(subject);
    if (process !== 'worker' || fits.some(belongs)) continue;
    const own = rows.filter(belongs);
    const intervals = !run.quick && own[0].block_medians.length >= STARTS_FOR_INTERVAL;
    fits.push({ ...subject, ...(intervals ? withIntervals(own) : withoutIntervals(own)) });
  }
  fitted.set(rows, fits);
  return fits;
}

function withIntervals(rows: readonly EchoRow[]) {
  const sizes = rows.map(({ bytes, block_medians }) => ({ bytes, starts: block_medians }));
  const { floorUs, bytesPerSecond, kneeBytes: knee } = bootstrapBoundary(sizes);
  return {
    floor_us: floorUs.value,
    floor_low: floorUs.low,
    floor_high: floorUs.high,
    bytes_per_second: bytesPerSecond.value,
    bytes_per_second_low: bytesPerSecond.low,
    bytes_per_second_high: bytesPerSecond.high,
    knee_bytes: knee.value,
    knee_low: knee.low,
    knee_high: knee.high,
  };
}

function withoutIntervals(rows: readonly EchoRow[]) {
  const boundary = fitBoundary(rows.map((row) => ({ bytes: row.bytes, us: blockMedian(row) })));
  return {
    floor_us: boundary.floorUs,
    floor_low: null,
    floor_high: null,
    bytes_per_second: boundary.bytesPerSecond,
    bytes_per_second_low: null,
    bytes_per_second_high: null,
    knee_bytes: kneeBytes(boundary),
    knee_low: null,
    knee_high: null,
  };
}
