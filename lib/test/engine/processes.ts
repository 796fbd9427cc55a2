import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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

/** Processes whose command line contains `text`, but for this one; found on Linux only. */
export function processesNaming(text: string): number[] {
  return processesWith('cmdline', text);
}

/** Processes that inherited an environment with `text` in it, but for this one; found on Linux only. */
export function processesWithEnvironment(text: string): number[] {
  return processesWith('environ', text);
}

/** What a process has open: files, sockets, pipes, by their names; found on Linux only. */
export function openFiles(pid: number = process.pid): string[] {
  if (process.platform !== 'linux') return [];
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((descriptor) => {
    try {
      return [readlinkSync(`${folder}/${descriptor}`)];
    } catch {
      // The folder's own, which is closed by now.
      return [];
    }
  });
}

/** Files in shared memory that a process has mapped; found on Linux only. */
export function sharedMemoryOf(pid: number): string[] {
  if (process.platform !== 'linux') return [];
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
  return maps.filter((line) => line.includes('/dev/shm'));
}

function processesWith(file: 'cmdline' | 'environ', text: string): number[] {
  if (process.platform !== 'linux') return [];
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((pid) => {
    try {
      return (
        pid !== process.pid && readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(text) && isRunning(pid)
      );
    } catch {
      return false;
    }
  });
}
