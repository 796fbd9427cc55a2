import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { BINARY_VARIABLE, builtBinary, engineBinary } from '../../src/engine';
import { CancelledError, EngineStartError } from '../../src/errors';

const watchdog = { timeout: 10_000 };
const saved = { path: process.env.PATH, named: process.env[BINARY_VARIABLE] };
/** A project of its own, whose cargo is a script. */
let root: string;
let write: typeof process.stderr.write;
let said: string;

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'binary-'));
  mkdirSync(join(root, 'engine-rs'));
  mkdirSync(join(root, 'bin'));
  process.env.PATH = [join(root, 'bin'), '/usr/bin', '/bin'].join(delimiter);
  delete process.env[BINARY_VARIABLE];
  said = '';
  write = process.stderr.write;
  process.stderr.write = ((text: string) => {
    said += text;
    return true;
  }) as typeof write;
});

afterEach(() => {
  process.stderr.write = write;
  restore('PATH', saved.path);
  restore(BINARY_VARIABLE, saved.named);
  rmSync(root, { recursive: true });
});

function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const startError = (message: RegExp) => (error: unknown) =>
  error instanceof EngineStartError && message.test(error.message);

describe('which binary', () => {
  test('the one that was built, without a word', watchdog, async () => {
    mkdirSync(join(root, 'build', 'bin'), { recursive: true });
    program(builtBinary(root), 'exit 0');
    assert.equal(await engineBinary({ root }), join(root, 'build', 'bin', 'ipc-tax-engine'));
    assert.equal(said, '');
  });

  test('the one that the variable names', watchdog, async () => {
    const own = join(root, 'bin', 'own');
    program(own, 'exit 0');
    process.env[BINARY_VARIABLE] = own;
    assert.equal(await engineBinary({ root }), own);
    process.env[BINARY_VARIABLE] = root;
    await assert.rejects(engineBinary({ root }), startError(/IPC_TAX_ENGINE is .*, expected a program/));
    process.env[BINARY_VARIABLE] = join(root, 'none');
    await assert.rejects(engineBinary({ root }), EngineStartError);
  });

  test('one that is built now, once, with a word', watchdog, async () => {
    program(
      join(root, 'bin', 'cargo'),
      'echo run >> ../runs; sleep 0.1; mkdir -p target/release; printf engine > target/release/ipc-tax-engine; chmod 755 target/release/ipc-tax-engine',
    );
    const abort = new AbortController();
    const given = assert.rejects(engineBinary({ root, signal: abort.signal }), CancelledError);
    const built = Promise.all([engineBinary({ root }), engineBinary({ root })]);
    abort.abort();
    await given;
    assert.deepEqual(await built, [builtBinary(root), builtBinary(root)]);
    assert.equal(readFileSync(builtBinary(root), 'utf8'), 'engine');
    assert.equal(readFileSync(join(root, 'runs'), 'utf8'), 'run\n');
    assert.equal(said, 'building the engine: cargo engine in engine-rs\n');
  });

  test('a build that fails, with its last words', watchdog, async () => {
    program(join(root, 'bin', 'cargo'), 'echo "error: no linker" >&2; exit 101');
    await assert.rejects(engineBinary({ root }), startError(/failed with exit code 101: error: no linker/));
    assert(!existsSync(builtBinary(root)));
  });

  test('no cargo: how to get it', watchdog, async () => {
    process.env.PATH = join(root, 'bin');
    await assert.rejects(
      engineBinary({ root }),
      startError(/cargo can't be run .*: install Rust from https:\/\/rustup.rs/),
    );
  });
});
