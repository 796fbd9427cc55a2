import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { IpcTaxError } from '../../errors';
import { allowedProcessors, processorList, systemText } from '../../project';

export { allowedProcessors, processorList };

/**
 * Where client and engine run: both on one processor, each on its own, or wherever the system puts
 * them.
 */
export type Placement = 'same' | 'different' | 'unpinned';

/** All placements: the default of `echoCurve`'s option `placements`. */
export const PLACEMENTS: readonly Placement[] = ['same', 'different', 'unpinned'];

/** Processors for the client and for the engine, as lists of numbers counted from 0. */
export interface Processors {
  client: number[];
  engine: number[];
}

const TASKSET = '/usr/bin/taskset';
const run = promisify(execFile);

/** Two processors of different cores if there are such, else any two; fewer where there are fewer. */
function pair(allowed: readonly number[]): number[] {
  const [first, ...others] = allowed;
  if (others.length === 0) return [...allowed];
  const topology = `/sys/devices/system/cpu/cpu${first}/topology/thread_siblings_list`;
  const siblings = processorList(systemText(topology));
  return [first, others.find((processor) => !siblings.includes(processor)) ?? others[0]];
}

/** Why processes can't be placed this way here, or null. */
export function placementGap(placement: Placement): string | null {
  if (placement === 'unpinned') return null;
  if (!existsSync(TASKSET)) return `it needs ${TASKSET} (package util-linux)`;
  const allowed = allowedProcessors();
  if (allowed.length === 0) return 'the system does not tell the processors';
  if (placement === 'different' && allowed.length < 2)
    return `this process may use processor ${allowed[0]} only`;
  return null;
}

/** The processors of a placement that has no gap; null where nothing is to be pinned. */
export function processors(placement: Placement): Processors | null {
  const allowed = allowedProcessors();
  // without taskset nothing was pinned before either
  if (placement === 'unpinned') return existsSync(TASKSET) ? { client: allowed, engine: allowed } : null;
  const [first, second] = pair(allowed);
  return { client: [first], engine: [placement === 'same' ? first : second] };
}

/** Threads come and go; taskset fails when one goes while it looks. */
const ATTEMPTS = 3;

/**
 * Moves a process with all its threads to some processors.
 * @throws IpcTaxError `PIN` when the system refuses.
 */
export async function pin(pid: number, to: readonly number[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(TASKSET, ['-a', '-p', '-c', to.join(','), String(pid)]);
      return;
    } catch (cause) {
      if (attempt < ATTEMPTS) continue;
      const { message } = cause as Error;
      throw new IpcTaxError('PIN', `can't move process ${pid} to processor ${to.join(',')}: ${message}`, {
        cause,
      });
    }
  }
}
