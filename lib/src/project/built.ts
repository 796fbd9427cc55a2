import { spawn } from 'node:child_process';
import { accessSync, constants, copyFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineStartError, type IpcTaxError } from '../errors';

/** A file that cargo builds and that is kept in the project's build/bin. */
export interface BuiltFile {
  /** What it is called in a message, such as `the engine`. */
  readonly what: string;
  /** Its name in build/bin. */
  readonly name: string;
  /** The word after `cargo` that builds it, an alias in engine-rs/.cargo/config.toml. */
  readonly alias: string;
  /** Its path in engine-rs/target. */
  readonly made: string;
  /** What is wrong when it can't be had. Default: EngineStartError. */
  readonly error?: new (
    message: string,
    options?: { cause?: unknown },
  ) => IpcTaxError;
}

/** Builds under way, by path: who asks meanwhile waits for the same one. */
const building = new Map<string, Promise<string>>();

/**
 * The path of a file in build/bin, which is built with cargo when it is not there, saying so in a line on stderr.
 * @throws The file's own error when cargo is missing or the build fails.
 */
export async function builtFile(file: BuiltFile, root: string): Promise<string> {
  const path = join(root, 'build', 'bin', file.name);
  if (isProgram(path)) return path;
  let build = building.get(path);
  if (build === undefined) {
    build = buildFile(file, root, path).finally(() => building.delete(path));
    building.set(path, build);
  }
  return build;
}

/** Whether a path names a file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function buildFile(file: BuiltFile, root: string, path: string): Promise<string> {
  const { what, alias, error: Failure = EngineStartError } = file;
  const source = join(root, 'engine-rs');
  process.stderr.write(`building ${what}: cargo ${alias} in engine-rs\n`);
  const { code, words } = await runCargo(source, file);
  if (code !== 0) throw new Failure(`building ${what} failed with exit code ${code}: ${words}`);
  const built = join(source, 'target', file.made);
  if (!isProgram(built)) throw new Failure(`building ${what} made no ${built}`);
  // Copied under another name first, so that nobody starts half a file.
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(built, `${path}.${process.pid}`);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

function runCargo(
  folder: string,
  { what, alias, error: Failure = EngineStartError }: BuiltFile,
): Promise<{ code: number | null; words: string }> {
  return new Promise((resolve, reject) => {
    const cargo = spawn('cargo', [alias], {
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
        new Failure(
          `${what} is not built and cargo can't be run (${cause.message}): install Rust from https://rustup.rs, then \`make\` builds it`,
          { cause },
        ),
      );
    });
    cargo.once('close', (code) => resolve({ code, words: words.trim() }));
  });
}
