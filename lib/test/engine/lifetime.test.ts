import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BINARY_VARIABLE, type Engine, engineBinary, startEngine } from '../../src/engine';
import { windowLengths } from '../../src/kernel';
import { transportNames } from '../../src/transport';
import { isRunning, processesNaming, until } from './processes';

const watchdog = { timeout: 30_000 };

/** A temporary folder of this test alone, so that what is left over can be seen. */
let folder: string;
/** The engine under a name of this test alone, for the same reason. */
let named: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lifetime-'));
  named = mkdtempSync(join(tmpdir(), 'lifetime-engine-'));
  symlinkSync(await engineBinary(), join(named, 'ipc-tax-engine'));
});
after(() => {
  rmSync(folder, { recursive: true });
  rmSync(named, { recursive: true });
});

/** A user's program under way. */
class Program {
  readonly #process: ChildProcess;
  readonly #exited: Promise<number | null>;
  #out = '';
  stderr = '';

  constructor(scenario: string, transport: string) {
    this.#process = spawn(process.execPath, [join(__dirname, 'lifetime-program.js'), scenario, transport], {
      env: { ...process.env, TMPDIR: folder, [BINARY_VARIABLE]: join(named, 'ipc-tax-engine') },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#process.stdout!.on('data', (chunk) => {
      this.#out += chunk;
    });
    this.#process.stderr!.on('data', (chunk) => {
      this.stderr += chunk;
    });
    this.#exited = new Promise((resolve) => this.#process.once('close', resolve));
  }

  async line(pattern: RegExp): Promise<RegExpExecArray> {
    await until(`${pattern} on stdout, got ${this.#out}${this.stderr}`, () => pattern.test(this.#out));
    return pattern.exec(this.#out)!;
  }

  /** The engine's process id, or null over spawn. */
  async engine(): Promise<number | null> {
    const [, pid] = await this.line(/^engine (\d+|null)$/m);
    return pid === 'null' ? null : Number(pid);
  }

  /** Sends a signal to the whole process group, as a terminal or JupyterLab does. */
  signal(name: NodeJS.Signals): void {
    process.kill(-this.#process.pid!, name);
  }

  exitCode(): Promise<number | null> {
    return this.#exited;
  }
}

/** Nothing of the engine is left: no process, no file. */
async function nothingLeft(engine: number | null): Promise<void> {
  if (engine !== null) await until(`engine ${engine} gone`, () => !isRunning(engine));
  await until('no engine left', () => processesNaming(named).length === 0);
  await until('no file left', () => readdirSync(folder).length === 0);
}

describe('close', () => {
  for (const transport of ['unix', 'tcp'] as const) {
    test(`${transport}: no process and no file is left`, watchdog, async () => {
      const before = process.env.TMPDIR;
      process.env.TMPDIR = folder;
      let engine: Engine;
      try {
        engine = await startEngine({ transport });
      } finally {
        if (before === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = before;
      }
      const { pid } = engine;
      assert.equal(readdirSync(folder).length, transport === 'unix' ? 1 : 0);
      await engine.close();
      await engine.close();
      assert(!isRunning(pid!));
      assert.deepEqual(readdirSync(folder), []);
      assert.deepEqual(await engine.exited, { code: 0, signal: null });
    });
  }

  test('during a long sweep it does not wait for the sweep', watchdog, async () => {
    const engine = await startEngine();
    const { pid } = engine;
    const combos = Array(2000).fill(windowLengths(200));
    const call = assert.rejects(engine.sweep(new Float64Array(150_000).fill(1), combos), {
      code: 'CONNECTION',
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await engine.close();
    await call;
    assert(!isRunning(pid!));
  });
});

for (const transport of transportNames) {
  describe(`${transport}: nothing is left`, () => {
    test('of a program that forgets to close', watchdog, async () => {
      const program = new Program('forget', transport);
      const engine = await program.engine();
      assert.equal(await program.exitCode(), 0, program.stderr);
      await nothingLeft(engine);
    });

    test('of a program that exits in the middle of a call', watchdog, async () => {
      const program = new Program('exit', transport);
      const engine = await program.engine();
      assert.equal(await program.exitCode(), 0, program.stderr);
      await nothingLeft(engine);
    });

    test('of a program that dies of an error', watchdog, async () => {
      const program = new Program('throw', transport);
      const engine = await program.engine();
      assert.equal(await program.exitCode(), 1);
      assert.match(program.stderr, /nobody caught me/);
      await nothingLeft(engine);
    });

    test('of a program that is killed', watchdog, async () => {
      const program = new Program('idle', transport);
      const engine = await program.engine();
      if (engine !== null) assert(isRunning(engine));
      program.signal('SIGKILL');
      await program.exitCode();
      await nothingLeft(engine);
    });

    test('of a program that is killed in the middle of a call', watchdog, async () => {
      const program = new Program('busy', transport);
      const engine = await program.engine();
      await program.line(/^busy$/m);
      program.signal('SIGKILL');
      await program.exitCode();
      await nothingLeft(engine);
    });

    test('of an interrupt: the call is cancelled, the engine lives on', watchdog, async () => {
      const program = new Program('interrupted', transport);
      const engine = await program.engine();
      await program.line(/^busy$/m);
      program.signal('SIGINT');
      await program.line(/^CancelledError\nechoed$/m);
      assert.equal(await program.exitCode(), 0, program.stderr);
      await nothingLeft(engine);
    });
  });
}
