import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wasmFile } from '../../src/kernel/wasm';
import { projectRoot } from '../../src/project';

/** What is kept beside kernel.wasm. */
export interface WasmRecord {
  /** Of the file. */
  sha256: string;
  /** What `rustc --version` said where it was made: another compiler may make other bytes. */
  rustc: string;
}

export const recordFile = `${wasmFile()}.json`;

export const readRecord = (): WasmRecord => JSON.parse(readFileSync(recordFile, 'utf8'));

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const TARGET = 'wasm32-unknown-unknown';

/** The compiler's version where Rust's WebAssembly target is installed; null elsewhere. */
export function wasmCompiler(): string | null {
  const asked = (...args: string[]): string =>
    spawnSync('rustc', args, { encoding: 'utf8' }).stdout?.trim() ?? '';
  const libraries = asked('--print', 'target-libdir', '--target', TARGET);
  return libraries !== '' && existsSync(libraries) ? asked('--version') : null;
}

/** Builds the module from the source: the same bytes from the same compiler, in whatever folder. */
export function buildWasm(): Buffer {
  const source = join(projectRoot(), 'engine-rs');
  const target = process.env.CARGO_TARGET_DIR ?? join(source, 'target');
  const { RUSTFLAGS: _, CARGO_ENCODED_RUSTFLAGS: __, ...env } = process.env;
  const built = spawnSync('cargo', ['wasm'], {
    cwd: source,
    env: { ...env, CARGO_TARGET_DIR: target },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`cargo wasm failed: ${built.stderr ?? built.error}`);
  return readFileSync(join(target, TARGET, 'wasm', 'ipc_tax_wasm.wasm'));
}
