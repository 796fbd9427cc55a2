import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processor time that engine and client took while nobody asked anything, in microseconds a second. */
export interface Idle {
  /** Null where the engine is no process of its own, or none is there between calls. */
  engine: number | null;
  client: number;
}

/**
 * Microseconds that all threads of a process have run: the first number of each thread's schedstat, in nanoseconds.
 * Null when it has gone, or the system does not tell (Linux does).
 */
export function processorUs(pid: number): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ran = (thread: string): number =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return threads.reduce((sum, thread) => sum + ran(thread), 0) / 1_000;
  } catch {
    return null;
  }
}

/** This process, by the system's account of it. */
function ownUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Settles what the calls before began, such as a spin that has not yet given up. */
const SETTLE_MS = 100;

/** Waits and sees what that takes: a client on its event loop, connected, and the engine of process id `pid`. */
export async function idleFor(milliseconds: number, pid: number | null): Promise<Idle> {
  const engineUs = (): number | null => (pid === null ? null : processorUs(pid));
  await sleep(SETTLE_MS);
  // looking at the engine takes a while of this process's time, which is not to be counted
  const engine = engineUs();
  const begin = performance.now();
  const client = ownUs();
  await sleep(milliseconds);
  const clientAfter = ownUs();
  const seconds = (performance.now() - begin) / 1_000;
  const engineAfter = engineUs();
  return {
    engine: engine === null || engineAfter === null ? null : (engineAfter - engine) / seconds,
    client: (clientAfter - client) / seconds,
  };
}
