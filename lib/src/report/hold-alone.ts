import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IpcTaxError } from '../errors';

/** The process that a file names; null when there is no such file, or no such process any more. */
function holder(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // 0 and below would name groups of processes
    if (!(pid > 0)) return null;
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

/**
 * Holds a file in this process's name, so that no second run of the project writes over the records and the
 * report of this one. The file of a process that is gone is taken over.
 * @returns What gives it back.
 * @throws IpcTaxError `BUSY` naming the process that holds it.
 */
export function holdAlone(file: string): () => void {
  mkdirSync(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      const pid = holder(file);
      if (pid !== null) {
        const message = `another run is under way here, process ${pid}: wait for it, or stop it`;
        throw new IpcTaxError('BUSY', message, { cause });
      }
      rmSync(file, { force: true });
    }
  }
}
