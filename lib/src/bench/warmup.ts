import { timed } from './clock';

/** What warming up took: the cold first call apart, the rest thrown away. */
export interface WarmUp {
  /** Microseconds of the first call: page faults, lazy loading, compilation and all. */
  coldUs: number;
  calls: number;
  /** Whether the last calls agreed before `most` was reached. */
  steady: boolean;
}

/**
 * Calls `work` until it is steady: the last three calls lie within `tolerance` of their fastest, or
 * `most` calls were made.
 */
export async function warmUp(
  work: () => unknown | Promise<unknown>,
  { tolerance = 0.1, most = 12 }: { tolerance?: number; most?: number } = {},
): Promise<WarmUp> {
  const times: number[] = [];
  let steady = false;
  while (!steady && times.length < most) {
    times.push((await timed(work)).us);
    const last = times.slice(-3);
    steady = last.length === 3 && Math.max(...last) <= Math.min(...last) * (1 + tolerance);
  }
  return { coldUs: times[0], calls: times.length, steady };
}
