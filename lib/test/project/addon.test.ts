import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { KernelError } from '../../src/errors';
import { addon, addonSync, builtAddon, projectRoot } from '../../src/project';

const watchdog = { timeout: 20_000 };
const path = process.env.PATH;
/** A project of its own, whose cargo is a script. */
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'addon-'));
  mkdirSync(join(root, 'engine-rs'));
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'build', 'bin'), { recursive: true });
  process.env.PATH = [join(root, 'bin'), '/usr/bin', '/bin'].join(delimiter);
});

afterEach(() => {
  process.env.PATH = path;
  rmSync(root, { recursive: true });
});

const file = (): string => join(root, 'build', 'bin', 'ipc-tax.node');

const kernelError = (message: RegExp) => (error: unknown) =>
  error instanceof KernelError && error.code === 'KERNEL' && message.test(error.message);

interface Names {
  kernelNames(): string[];
  ofTomorrow(): void;
}

test('the one that is built', async () => {
  const loaded = addonSync<Names>(['kernelNames'], projectRoot());
  assert.ok(loaded.kernelNames().includes('naive'));
  assert.equal(builtAddon<Names>(['kernelNames'], projectRoot()), loaded);
  assert.equal(await addon<Names>(['kernelNames'], projectRoot()), loaded);
});

test('none: null, or an error that says how to get it', () => {
  assert.equal(builtAddon<Names>([], root), null);
  assert.throws(() => addonSync<Names>([], root), kernelError(/the addon is not built: `make` does it/));
});

test('one of an older state lacks a function', () => {
  assert.throws(
    () => addonSync<Names>(['kernelNames', 'ofTomorrow'], projectRoot()),
    kernelError(
      /ipc-tax.node is not this project's addon, or an older one: it has no ofTomorrow. Remove build\/bin/,
    ),
  );
});

test('a file that is no addon', async () => {
  writeFileSync(file(), 'not a library');
  chmodSync(file(), 0o755);
  assert.throws(
    () => addonSync<Names>([], root),
    kernelError(/the addon can't be loaded \(.*\). Remove build/s),
  );
  await assert.rejects(addon<Names>([], root), kernelError(/the addon can't be loaded/));
});

test('a build that fails, or can’t be', watchdog, async () => {
  const write = process.stderr.write;
  let said = '';
  process.stderr.write = ((text: string) => {
    said += text;
    return true;
  }) as typeof write;
  try {
    const cargo = join(root, 'bin', 'cargo');
    writeFileSync(cargo, '#!/bin/sh\necho "error: no linker" >&2; exit 101\n');
    chmodSync(cargo, 0o755);
    await assert.rejects(
      addon<Names>([], root),
      kernelError(/building the addon failed with exit code 101: error: no linker/),
    );
    assert.equal(said, 'building the addon: cargo addon in engine-rs\n');
    assert.ok(!existsSync(file()));
    process.env.PATH = root;
    await assert.rejects(
      addon<Names>([], root),
      kernelError(/the addon is not built and cargo can't be run .*rustup.rs/),
    );
  } finally {
    process.stderr.write = write;
  }
});
