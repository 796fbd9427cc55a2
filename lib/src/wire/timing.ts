/**
 * When the engine had got how far with a request, in nanoseconds of its own monotonic clock. The clock's zero means
 * nothing: only differences do.
 */
export interface EngineTimes {
  /** The frame was complete. */
  complete: bigint;
  parsed: bigint;
  computed: bigint;
  encoded: bigint;
  /** The reply's writing began. */
  writeBegun: bigint;
}

/** The engine's times of one request, and how long each step took in microseconds. */
export interface Timing extends EngineTimes {
  parseMicroseconds: number;
  computeMicroseconds: number;
  encodeMicroseconds: number;
  /** From the frame complete to the reply's writing begun: what the engine spent in all. */
  engineMicroseconds: number;
}

/** Adds the steps' durations to the times. */
export function timingOf(times: EngineTimes): Timing {
  return {
    ...times,
    parseMicroseconds: microseconds(times.complete, times.parsed),
    computeMicroseconds: microseconds(times.parsed, times.computed),
    encodeMicroseconds: microseconds(times.computed, times.encoded),
    engineMicroseconds: microseconds(times.complete, times.writeBegun),
  };
}

function microseconds(from: bigint, to: bigint): number {
  return Number(to - from) / 1000;
}
