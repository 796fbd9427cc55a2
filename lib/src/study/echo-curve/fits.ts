import { STARTS_FOR_INTERVAL } from '../../bench';
import { type Boundary, bootstrapBoundary, type TransitFit } from '../../model';
import type { Section, SectionRun } from '../section';
import type { EchoRow, EchoSubject } from './rows';

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

/** One fit of floor, bandwidth and knee for each curve that a section holds: its worker rows. */
export function echoFits({
  rows,
  run,
}: Pick<Section<EchoRow>, 'rows'> & { run: Pick<SectionRun, 'quick'> }): EchoFit[] {
  const fits: EchoFit[] = [];
  for (const { client, transport, placement, process } of rows) {
    const subject = { client, transport, placement, process };
    const belongs = ofSubject(subject);
    if (process !== 'worker' || fits.some(belongs)) continue;
    const sizes = rows.filter(belongs).map(({ bytes, block_medians }) => ({ bytes, starts: block_medians }));
    const intervals = !run.quick && sizes[0].starts.length >= STARTS_FOR_INTERVAL;
    fits.push({ ...subject, ...columns(bootstrapBoundary(sizes), intervals) });
  }
  return fits;
}

function columns({ floorUs, bytesPerSecond, kneeBytes }: TransitFit, intervals: boolean) {
  const bound = (us: number): number | null => (intervals ? us : null);
  return {
    floor_us: floorUs.value,
    floor_low: bound(floorUs.low),
    floor_high: bound(floorUs.high),
    bytes_per_second: bytesPerSecond.value,
    bytes_per_second_low: bound(bytesPerSecond.low),
    bytes_per_second_high: bound(bytesPerSecond.high),
    knee_bytes: kneeBytes.value,
    knee_low: bound(kneeBytes.low),
    knee_high: bound(kneeBytes.high),
  };
}
