import { join } from 'node:path';
import { EngineStartError } from '../errors';
import { builtFile, isProgram, projectRoot } from '../project';
import type { EngineProgram } from '../transport';
import { settledWithin } from './settled-within';

/** Names another engine binary to be used instead of the project's own. */
export const BINARY_VARIABLE = 'IPC_TAX_ENGINE';

/** Where the Makefile puts the binary. */
export const builtBinary = (root = projectRoot(), program: EngineProgram = 'ipc-tax-engine'): string =>
  join(root, 'build', 'bin', program);

/**
 * An engine's binary: the project's build/bin/PROGRAM, which is built with cargo when it is not there, saying so in a
 * line on stderr. The environment variable IPC_TAX_ENGINE names another in place of ipc-tax-engine.
 * @throws EngineStartError when the variable names no program, cargo is missing, or the build fails.
 */
export async function engineBinary(
  options: { signal?: AbortSignal | undefined; root?: string; program?: EngineProgram } = {},
): Promise<string> {
  const program = options.program ?? 'ipc-tax-engine';
  const named = process.env[BINARY_VARIABLE];
  if (named && program === 'ipc-tax-engine') {
    if (!isProgram(named)) {
      throw new EngineStartError(
        `${BINARY_VARIABLE} is ${named}, expected a program; unset it to use the project's own`,
      );
    }
    return named;
  }
  const built = builtFile(
    {
      what: 'the engine',
      name: program,
      alias: program.replace('ipc-tax-', ''),
      made: join('release', program),
    },
    options.root ?? projectRoot(),
  );
  return settledWithin('building the engine', built, { signal: options.signal });
}
