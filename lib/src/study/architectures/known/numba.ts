import { existsSync } from 'node:fs';
import path from 'node:path';
import { processorTimeOf } from '../../../bench';
import { projectRoot, startEngine } from '../../../engine';
import { feeArgs } from '../../../engine/options';
import { IpcTaxError } from '../../../errors';
import type { Architecture } from './architecture';
import { engineShare } from './rust';

/** The Python of the project's own environment, which has numba in it. */
function python(): string {
  const file = path.join(projectRoot(), '.venv', 'bin', 'python');
  if (!existsSync(file)) {
    throw new IpcTaxError('NO_PYTHON', `no Python environment at ${file}: run \`make setup\` first`);
  }
  return file;
}

/**
 * A kernel in numba. Its process holds the series and is asked for its own clock, so what counts is the kernel called
 * inside that process, after compilation; the pipe to it does not.
 */
function numba<Name extends string>(
  name: Name,
  title: string,
  kernel: 'naive' | 'tuned' | 'parallel',
  published: number | null,
): Architecture<Name> {
  return {
    name,
    title,
    language: 'python',
    kernel: kernel === 'parallel' ? 'naive' : kernel,
    transport: 'none',
    granularity: 'sweep',
    published,
    async start({ close, fee }, signal) {
      const script = path.join(projectRoot(), 'environment', 'reference', 'numba_engine.py');
      const program = { command: python(), args: [script, '--kernel', kernel, ...feeArgs(fee)] };
      const engine = await startEngine({ transport: 'stdio', program, signal, timeout: 120_000 });
      const series = await engine.load(close);
      return {
        async call(windows) {
          const result = await engine.sweepLoaded(series, windows);
          const share = await engineShare(engine);
          return { us: share.compute, engine: share, result };
        },
        processorTime: () => (engine.pid === null ? null : processorTimeOf(engine.pid)),
        close: () => engine.close(),
      };
    },
  };
}

/** The article's own reference. */
export const NUMBA = numba(
  'in_process_numba',
  "the kernel called directly: numba, one thread (the article's in_process)",
  'naive',
  2_010_000,
);

export const MORE_NUMBA = [
  numba('in_process_numba_parallel', 'numba on all processors, combos dealt out in turn', 'parallel', null),
  numba('in_process_numba_tuned', 'the tuned algorithm in numba, one thread', 'tuned', null),
] satisfies readonly Architecture[];
