import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../engine';
import type { Command } from '../../transport';
import { projectPython, setUp } from '../echo-curve/clients';
import { functionsOf, type HotLoop, hotLoop } from './hot-loop';
import { NUMBA, subjectName } from './loops';

const script = (): string => path.join(projectRoot(), 'environment', 'reference', 'average_loop.py');
const built = (file: string): string => setUp(projectRoot(), 'build', 'bin', 'variants', file);

/** The program that times the loops of a build, or numba's. @throws IpcTaxError `SET_UP`. */
export function loopProgram(build: string): Command {
  return build === NUMBA
    ? { command: projectPython(), args: [script()] }
    : { command: built(build), args: [] };
}

/** The hot loops of some builds and of numba, by subject; a subject whose assembly has none is not there. */
export async function hotLoops(
  builds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, HotLoop>> {
  const loops = new Map<string, HotLoop>();
  const put = (subject: string, assembly: string): void => {
    const loop = hotLoop(assembly);
    if (loop !== null) loops.set(subject, loop);
  };
  for (const build of builds) {
    for (const [loop, assembly] of functionsOf(await readFile(built(`${build}.s`), 'utf8'))) {
      put(subjectName(build, loop), assembly);
    }
  }
  const options = { maxBuffer: 2 ** 26, ...(signal === undefined ? {} : { signal }) };
  const { stdout } = await promisify(execFile)(projectPython(), [script(), '--assembly'], options);
  put(NUMBA, stdout);
  return loops;
}
