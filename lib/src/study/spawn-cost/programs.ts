import type { Command } from '../../transport';
import { projectPython } from '../echo-curve';

/** What is started: the engine, which answers one echo and ends, or a runtime that does nothing. */
export type Program = 'engine' | 'node' | 'python' | 'python_numpy';

/** Every program: the default of `spawnCost`'s option `programs`. */
export const PROGRAMS: readonly Program[] = ['engine', 'node', 'python', 'python_numpy'];

export const PROGRAM_TITLES: Record<Program, string> = {
  engine: 'the engine, linked statically: one float echoed through `once`',
  node: 'an empty Node',
  python: 'an empty Python',
  python_numpy: 'a Python that imports numpy',
};

/** How many starts of each make a round: the quick ones more often. */
export const STARTS_PER_ROUND: Record<Program, number> = { engine: 10, node: 1, python: 2, python_numpy: 1 };

/** The command of a runtime that does nothing and ends. @throws IpcTaxError `SET_UP`. */
export function emptyCommand(program: Exclude<Program, 'engine'>): Command {
  if (program === 'node') return { command: process.execPath, args: ['-e', '0'] };
  return { command: projectPython(), args: ['-c', program === 'python' ? 'pass' : 'import numpy'] };
}
