import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds this process has had a processor, all its threads together (getrusage). */
export function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * Microseconds that another process's threads have had a processor, by the scheduler's own clock in nanoseconds
 * (/proc/PID/task/TID/schedstat, Linux). Threads that have ended are not counted, so it serves for processes that keep
 * theirs.
 * @returns null where the system does not tell, or the process is gone.
 */
export function processorTimeOf(pid: number): number | null {
  try {
    const tasks = `/proc/${pid}/task`;
    const times = readdirSync(tasks).map((task) => {
      const [running] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ');
      return Number(running) / 1_000;
    });
    return times.reduce((total, time) => total + time, 0);
  } catch {
    return null;
  }
}
