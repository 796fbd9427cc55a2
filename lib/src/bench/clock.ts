/**
 * Microseconds on the monotonic clock, from an arbitrary origin. A reading costs about 50 ns; what
 * lasts less than a few microseconds is timed in blocks.
 */
export const microseconds = (): number => performance.now() * 1_000;

/** Runs `work` once and returns what it gave and how long it took, in microseconds. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ value: T; us: number }> {
  const begin = microseconds();
  const value = await work();
  return { value, us: microseconds() - begin };
}
