import type { AloneResult, AloneTicks } from './alone';
import type { Family } from './families';
import type { Latency } from './latency';
import { type FloorSubject, familyOf, subjectName } from './subjects';

/** The live loop of one call a bar over one transport, by one kind of client, unpinned. */
export interface TicksRow extends FloorSubject {
  kind: 'ticks';
  name: string;
  family: Family;
  /** Calls made, and bars there were: fewer calls where the time was up. */
  calls: number;
  bars: number;
  /** What a call took, in microseconds. */
  latency: Latency;
  /** Microseconds of the kernel for a bar, by the engine's clock, from the same bars in batches. */
  work_us: number;
  /** What the calls took beyond the kernel: in all, in seconds, and for each, in microseconds. */
  boundary_seconds: number;
  boundary_us: number;
  /** Bars after which the books differ from the in-process kernel's. */
  mismatches: number;
}

/** What a transport takes of the processors while nobody asks, in microseconds a second. */
export interface IdleRow {
  kind: 'idle';
  transport: FloorSubject['transport'];
  name: string;
  family: Family;
  /** Null where the engine is no process of its own, or none is there between calls. */
  engine_us: number | null;
  client_us: number;
  /** Both. */
  total_us: number;
}

export function ticksRow(
  transport: FloorSubject['transport'],
  { client, calls, totalUs, latency, mismatches }: AloneTicks,
  workUs: number,
  bars: number,
): TicksRow {
  const subject = { transport, client };
  const boundary = totalUs - calls * workUs;
  return {
    kind: 'ticks',
    ...subject,
    name: subjectName(subject),
    family: familyOf(subject),
    calls,
    bars,
    latency,
    work_us: workUs,
    boundary_seconds: boundary / 1e6,
    boundary_us: boundary / calls,
    mismatches,
  };
}

export function idleRow(transport: FloorSubject['transport'], { idle }: AloneResult): IdleRow {
  const { engine, client } = idle;
  return {
    kind: 'idle',
    transport,
    name: transport,
    family: familyOf({ transport, client: 'asynchronous' }),
    engine_us: engine,
    client_us: client,
    total_us: (engine ?? 0) + client,
  };
}
