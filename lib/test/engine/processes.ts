import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process runs: a zombie that nobody waits for does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return process.platform !== 'linux';
  }
}

/** Resolves when `holds` does, or rejects after `milliseconds`. */
export async function until(what: string, holds: () => boolean, milliseconds = 10_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`${what}: not so after ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Processes whose command line contains `text`; found on Linux only. */
export function processesNaming(text: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text) && isRunning(pid)
        );
      } catch {
        return false;
      }
    });
}
