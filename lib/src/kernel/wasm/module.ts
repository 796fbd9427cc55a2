import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { KernelError } from '../../errors';
import { projectRoot } from '../../project';

/**
 * The kernels in Rust, compiled to WebAssembly. The file is kept with the source, since Rust's target for it is not on
 * every machine; beside it are its SHA-256 and the compiler that made it.
 */
export const wasmFile = (root = projectRoot()): string => join(root, 'lib', 'assets', 'kernel.wasm');

let compiled: WebAssembly.Module | null = null;

/**
 * The module, compiled once. Worker threads of a pool are given the one of their parent, with its machine code.
 * @throws KernelError when the file is missing or damaged.
 */
export function wasmModule(): WebAssembly.Module {
  compiled ??= moduleOf(wasmFile());
  return compiled;
}

/** Takes a module that another thread compiled. */
export function adoptModule(module: WebAssembly.Module): void {
  compiled = module;
}

/**
 * Compiles a module that has its record beside it. It is held against its hash first: with a bit or two changed it may
 * still compile, and give rows that are wrong.
 * @throws KernelError as `wasmModule`.
 */
export function moduleOf(file: string): WebAssembly.Module {
  try {
    const bytes = readFileSync(file);
    const { sha256 } = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new Error(`its SHA-256 is not the one in ${basename(file)}.json`);
    }
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new KernelError(`${file} can't be used (${why}): \`git checkout\` brings it back`, { cause });
  }
}
