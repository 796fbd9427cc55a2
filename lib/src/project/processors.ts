import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A list as Linux writes it, `0-3,8`, as numbers. */
export function processorList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
}

/** Numbers in rising order as Linux writes them. */
export function processorText(processors: readonly number[]): string {
  const runs: number[][] = [];
  for (const each of processors) {
    const run = runs.at(-1);
    if (run !== undefined && run[run.length - 1] === each - 1) run.push(each);
    else runs.push([each]);
  }
  return runs.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}-${run[run.length - 1]}`)).join(',');
}

/** What a file of the system says; nothing where it is not there. */
export function systemText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * The processors that a process may use: those of its mask that are switched on, since a mask may name places that hold
 * none.
 * @param status Its /proc/PID/status.
 * @param online The system's list of processors that are switched on; empty where it has none.
 */
export function allowedOf(status: string, online: string): number[] {
  const mask = processorList(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '');
  const on = processorList(online);
  return on.length === 0 ? mask : mask.filter((each) => on.includes(each));
}

/**
 * The processors this process may use now, by its affinity: what `taskset`, a container or a batch system left of the
 * machine's. Empty where the system does not say (Linux does).
 */
export const allowedProcessors = (): number[] =>
  allowedOf(systemText('/proc/self/status'), systemText('/sys/devices/system/cpu/online'));

/** What this process was started with: a worker moves itself to one of them while it measures. */
const atStart = allowedProcessors();

/** The processors that this process may start another on: its own, and those it had before it moved itself. */
export const startingProcessors = (): number[] =>
  [...new Set([...atStart, ...allowedProcessors()])].sort((a, b) => a - b);

/** Where control groups are, and what says which this process is in. */
const GROUPS = { root: '/sys/fs/cgroup', own: '/proc/self/cgroup' } as const;

/**
 * Processors' worth of time that the control groups of this process allow, the least of them all; null without a limit.
 * Both versions: `cpu.max`, a quota and a period in microseconds, and `cpu.cfs_quota_us` with its period.
 */
export function processorQuota({ root, own }: { root: string; own: string } = GROUPS): number | null {
  const found: number[] = [];
  for (const line of systemText(own).split('\n')) {
    const [, controllers, group] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (group === undefined) continue;
    const first = controllers.split(',').includes('cpu');
    if (!first && controllers !== '') continue;
    for (let at = group; ; at = path.dirname(at)) {
      for (const folder of first ? ['cpu', controllers] : ['', 'unified']) {
        found.push(first ? quotaBefore(path.join(root, folder, at)) : quotaNow(path.join(root, folder, at)));
      }
      if (at === '/') break;
    }
  }
  const least = Math.min(Infinity, ...found.filter((each) => each > 0));
  return least === Infinity ? null : least;
}

function quotaNow(folder: string): number {
  const [quota, period] = systemText(path.join(folder, 'cpu.max')).trim().split(' ');
  return Number(quota) / Number(period);
}

/** -1 is no limit. */
const quotaBefore = (folder: string): number =>
  Number(systemText(path.join(folder, 'cpu.cfs_quota_us'))) /
  Number(systemText(path.join(folder, 'cpu.cfs_period_us')));

/**
 * Threads that can run at once: the processors allowed, or whole ones of a smaller quota. At least one.
 * @param allowed How many processors are allowed.
 */
export const threadsOf = (allowed: number, quota: number | null): number =>
  Math.max(1, Math.min(allowed, quota === null ? allowed : Math.floor(quota)));

/** As many threads as can run at once in this process. */
export const allowedThreads = (): number =>
  threadsOf(allowedProcessors().length || os.availableParallelism(), processorQuota());
