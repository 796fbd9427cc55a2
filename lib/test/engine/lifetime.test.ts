import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Engine, startEngine } from '../../src/engine';
import { windowLengths } from '../../src/kernel';
import type { Transport } from '../../src/transport';
import { chosenTransports } from '../conformance/chosen';
import { startOver } from '../conformance/start';
import { isRunning, openFiles, processesWithEnvironment, sharedMemoryOf, until } from './processes';

const watchdog = { timeout: 30_000 };

/**
 * A temporary folder of this test alone, so that what is left over can be seen: files in it, and processes that were told
 * of it.
 */
let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'lifetime-'));
});
after(() => {
  rmSync(folder, { recursive: true });
});

/** A user's program under way. */
class Program {
  readonly #process: ChildProcess;
  readonly #exited: Promise<number | null>;
  #out = '';
  stderr = '';

  constructor(scenario: string, transport: string) {
    this.#process = spawn(process.execPath, [join(__dirname, 'lifetime-program.js'), scenario, transport], {
      env: { ...process.env, TMPDIR: folder },
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

  /** The engine's process id, or null where it has no process that stays. */
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
  await until('no process left', () => processesWithEnvironment(folder).length === 0);
  await until('no file left', () => readdirSync(folder).length === 0);
}

/** An engine whose files are in the folder. */
async function startInFolder(transport: Transport): Promise<Engine> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await startOver(transport);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

describe('close', () => {
  for (const transport of chosenTransports()) {
    test(`${transport.name}: no process, file or descriptor is left`, watchdog, async () => {
      // Libraries open what they keep when they are used first.
      await (await startInFolder(transport)).close();
      const files = openFiles();
      const engine = await startInFolder(transport);
      await engine.echo(new Float64Array(1000));
      const { pid } = engine;
      await engine.close();
      await engine.close();
      await nothingLeft(pid);
      await until('no descriptor left', () => openFiles().length <= files.length);
      const exit = await engine.exited;
      if (transport.keepsState) assert.deepEqual(exit, { code: 0, signal: null });
    });

    if (transport.kind === 'listener') {
      test(`${transport.name}: the engine keeps nothing of a client that closed`, watchdog, async () => {
        const engine = await startInFolder(transport);
        const pid = engine.pid!;
        await engine.echo(new Float64Array(1000));
        const files = openFiles(pid).length;
        const memory = sharedMemoryOf(pid).length;
        for (let i = 0; i < 3; i++) {
          const client = await engine.connect();
          await client.echo(new Float64Array(1000));
          await client.close();
        }
        await until('descriptors closed', () => openFiles(pid).length <= files);
        await until('shared memory let go', () => sharedMemoryOf(pid).length <= memory);
        await engine.close();
        await nothingLeft(pid);
      });
    }
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

for (const { name: transport, keepsState } of chosenTransports()) {
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

    if (keepsState) {
      test('of an engine that is killed', watchdog, async () => {
        const program = new Program('orphaned', transport);
        const engine = await program.engine();
        // No process of its own: it can't be killed without the program.
        if (engine !== null) process.kill(engine, 'SIGKILL');
        else program.signal('SIGKILL');
        if (engine !== null) await program.line(/^heard$/m);
        await until('no file left', () => readdirSync(folder).length === 0);
        program.signal('SIGKILL');
        await program.exitCode();
        await nothingLeft(engine);
      });
    }

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
