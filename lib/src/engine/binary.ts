import { spawn } from 'node:child_process';
import { accessSync, constants, copyFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineStartError } from '../errors';
import type { EngineProgram } from '../transport';
import { projectRoot } from './project';
import { settledWithin } from './settled-within';

/** Names another engine binary to be used instead of the project's own. */
export const BINARY_VARIABLE = 'IPC_TAX_ENGINE';

/** Where the Makefile puts the binary. */
export const builtBinary = (root = projectRoot(), program: EngineProgram = 'ipc-tax-engine'): string =>
  join(root, 'build', 'bin', program);

/** The word after `cargo` that builds a program, an alias in engine-rs/.cargo/config.toml. */
const alias = (program: EngineProgram): string => program.replace('ipc-tax-', '');

/** Builds under way, by binary: engines started at once wait for the same one. */
const building = new Map<string, Promise<string>>();

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
  const root = options.root ?? projectRoot();
  const binary = builtBinary(root, program);
  if (isProgram(binary)) return binary;
  let build = building.get(binary);
  if (build === undefined) {
    build = buildBinary(root, program, binary).finally(() => building.delete(binary));
    building.set(binary, build);
  }
  return settledWithin('building the engine', build, { signal: options.signal });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function buildBinary(root: string, program: EngineProgram, binary: string): Promise<string> {
  const source = join(root, 'engine-rs');
  process.stderr.write(`building the engine: cargo ${alias(program)} in engine-rs\n`);
  const { code, words } = await runCargo(source, alias(program));
  if (code !== 0) throw new EngineStartError(`building the engine failed with exit code ${code}: ${words}`);
  const built = join(source, 'target', 'release', program);
  if (!isProgram(built)) throw new EngineStartError(`building the engine made no ${built}`);
  // Copied under another name first, so that nobody starts half a file.
  mkdirSync(dirname(binary), { recursive: true });
  copyFileSync(built, `${binary}.${process.pid}`);
  renameSync(`${binary}.${process.pid}`, binary);
  return binary;
}

function runCargo(folder: string, command: string): Promise<{ code: number | null; words: string }> {
  return new Promise((resolve, reject) => {
    const cargo = spawn('cargo', [command], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, CARGO_TARGET_DIR: join(folder, 'target') },
    });
    let words = '';
    cargo.stderr.on('data', (chunk) => {
      words = (words + chunk).slice(-4096);
    });
    cargo.once('error', (cause) => {
      reject(
        new EngineStartError(
          `the engine is not built and cargo can't be run (${cause.message}): install Rust from https://rustup.rs, then \`make\` builds it`,
          { cause },
        ),
      );
    });
    cargo.once('close', (code) => resolve({ code, words: words.trim() }));
  });
}
