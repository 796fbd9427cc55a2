import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  BINARY_VARIABLE,
  builtBinary,
  type EngineOptions,
  INTERRUPT_EVENT,
  startEngine,
} from '../../src/engine';
import {
  CancelledError,
  EngineExitError,
  EngineStartError,
  OptionError,
  TimeoutError,
} from '../../src/errors';
import { windowLengths } from '../../src/kernel';
import { peerProgram } from '../conformance/counterpart';
import { processesNaming } from './processes';

const watchdog = { timeout: 20_000 };
const node = (script: string) => ({ command: process.execPath, args: ['-e', script] });
/** Neither ends nor answers; `name` shows in its command line. */
const mute = (name: string) => node(`setInterval(() => {}, 1000); '${name}'`);

/** Starts the project's own engine from another binary. */
async function withBinary<T>(path: string, use: () => Promise<T>): Promise<T> {
  const before = process.env[BINARY_VARIABLE];
  process.env[BINARY_VARIABLE] = path;
  try {
    return await use();
  } finally {
    if (before === undefined) delete process.env[BINARY_VARIABLE];
    else process.env[BINARY_VARIABLE] = before;
  }
}

describe('options that can not be', () => {
  const program = node('');
  const cases: [object, RegExp][] = [
    [{ kernal: 'naive' }, /option kernal: got "naive", expected no such option; known are kernel, transport/],
    [{ kernel: 'quick' }, /option kernel: got "quick", expected one of naive, unchecked/],
    [{ transport: 'pigeon' }, /option transport: got "pigeon", expected one of unix, .*, spawn, stdio, /],
    [{ fee: -0.1 }, /option fee: got -0.1, expected a number from 0 to 100, in percent of a trade's entry/],
    [{ fee: '0.1' }, /option fee: got "0.1", expected a number/],
    [{ fee: 100.5 }, /option fee: got 100.5/],
    [{ fee: null }, /option fee: got null/],
    [{ threads: 0 }, /option threads: got 0, expected an integer from 1 to 1024/],
    [{ timeout: -5 }, /option timeout: got -5/],
    [{ cpu: 1.5 }, /option cpu: got 1.5/],
    [{ limits: { frameBytes: 2 ** 31 } }, /option limits.frameBytes: got 2147483648/],
    [{ limits: { frames: 1 } }, /option frames: got 1, expected no such option/],
    [
      { transport: 'stdio' },
      /option program: got undefined, expected \{command, args\}: over stdio it is your own program/,
    ],
    [{ transport: 'unix', program }, /option program: .* expected none over unix/],
    [{ transport: 'stdio', program: { command: 'x' } }, /option program: got .*, expected \{command, args\}/],
    [
      { transport: 'stdio', program, kernel: 'naive' },
      /option kernel: got "naive", expected none beside program/,
    ],
    [{ transport: 'stdio', program, fee: 0 }, /option fee: got 0, expected none beside program/],
  ];
  for (const [options, message] of cases) {
    test(JSON.stringify(options), watchdog, async () => {
      await assert.rejects(startEngine(options as EngineOptions), (error) => {
        assert(error instanceof OptionError);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});

describe('an engine that does not come to be', () => {
  test('a program that is not there', watchdog, async () => {
    const program = { command: '/nowhere/engine', args: [] };
    await assert.rejects(startEngine({ transport: 'stdio', program }), EngineStartError);
    const spawned = await startEngine({ transport: 'spawn', program });
    await assert.rejects(spawned.echo(Float64Array.of(1)), EngineStartError);
    await spawned.close();
  });

  test('a program that ends at once, with its last words', watchdog, async () => {
    const program = node('console.error("no licence found"); process.exit(4)');
    await assert.rejects(startEngine({ transport: 'stdio', program }), (error) => {
      assert(error instanceof EngineExitError);
      assert.equal(error.exitCode, 4);
      assert.match(error.message, /exit code 4; its last words: no licence found/);
      return true;
    });
  });

  test('a listening engine that ends at once', watchdog, async () => {
    const start = withBinary('/bin/false', () => startEngine());
    await assert.rejects(start, (error) => error instanceof EngineExitError && error.exitCode === 1);
  });

  test('a program that answers in another language', watchdog, async () => {
    const program = node('console.log("hello, I am no engine"); process.stdin.resume()');
    await assert.rejects(startEngine({ transport: 'stdio', program }), { code: 'PROTOCOL' });
  });

  test('a program that is never ready: it is killed', watchdog, async () => {
    const name = `mute-${process.pid}-a`;
    const start = startEngine({ transport: 'stdio', program: mute(name), timeout: 200 });
    await assert.rejects(start, (error) => {
      assert(error instanceof TimeoutError);
      assert.match(error.message, /starting the engine took longer than its timeout of 200 ms/);
      return true;
    });
    assert.deepEqual(processesNaming(name), []);
  });

  test('a listening engine that is never ready: it is killed', watchdog, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mute-'));
    try {
      const mute = join(folder, 'engine');
      writeFileSync(mute, '#!/bin/sh\nsleep 1000\n', { mode: 0o755 });
      await withBinary(mute, () => assert.rejects(startEngine({ timeout: 200 }), TimeoutError));
      assert.deepEqual(processesNaming(folder), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a start that is cancelled, or interrupted: it is killed', watchdog, async () => {
    const name = `mute-${process.pid}-b`;
    const abort = new AbortController();
    setTimeout(() => abort.abort('enough'), 100);
    const cancelled = startEngine({ transport: 'stdio', program: mute(name), signal: abort.signal });
    await assert.rejects(cancelled, (error) => error instanceof CancelledError && error.cause === 'enough');
    setTimeout(() => process.emit(INTERRUPT_EVENT as 'beforeExit', 0), 100);
    await assert.rejects(startEngine({ transport: 'stdio', program: mute(name) }), CancelledError);
    await assert.rejects(startEngine({ signal: AbortSignal.abort() }), CancelledError);
    assert.deepEqual(processesNaming(name), []);
    assert.equal(process.listenerCount(INTERRUPT_EVENT), 0);
  });
});

describe('engines that are told something', () => {
  test('kernel, fee, threads, processor and limits', watchdog, async () => {
    const engine = await startEngine({
      kernel: 'unchecked',
      fee: 0.002,
      threads: 2,
      cpu: 0,
      limits: { combos: 3, frameTimeoutMs: 1234 },
    });
    try {
      const info = await engine.info();
      assert.equal(info.kernel, 'unchecked');
      assert.equal(info.fee, 0.002);
      assert.equal(info.threads, 2);
      assert.equal(info.limits.combos, 3);
      assert.equal(info.limits.frame_timeout_ms, 1234);
      const combos = Array(4).fill(windowLengths(6));
      await assert.rejects(engine.sweep(new Float64Array(1), combos), { wireCode: 3 });
    } finally {
      await engine.close();
    }
  });

  test(
    'an engine that knows no fee is told none, unless another than the study’s is asked for',
    watchdog,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'no-fee-'));
      try {
        const engine = join(folder, 'engine');
        const refusal = `case "$*" in *--fee*) echo 'no option --fee' >&2; exit 2 ;; esac`;
        writeFileSync(engine, `#!/bin/sh\n${refusal}\nexec '${builtBinary()}' "$@"\n`, { mode: 0o755 });
        await withBinary(engine, async () => {
          for (const options of [{}, { fee: 0.09 }]) {
            const started = await startEngine(options);
            assert.equal((await started.info()).fee, 0.09);
            await started.close();
          }
          for (const fee of [0, 0.002]) {
            await assert.rejects(startEngine({ fee }), (error) => {
              assert(error instanceof EngineExitError);
              assert.match(error.message, /exit code 2; its last words: no option --fee/);
              return true;
            });
          }
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test('a program of one’s own a call', watchdog, async () => {
    const engine = await startEngine({ transport: 'spawn', program: peerProgram('spawn', 'answer') });
    assert.deepEqual(Array.from(await engine.echo(Float64Array.of(3))), [3]);
    assert.equal(engine.pid, null);
    await assert.rejects(engine.timing(), /no timing: no call has succeeded yet, or the program tells none/);
    await engine.close();
  });

  test('a program that dies on its first request', watchdog, async () => {
    await assert.rejects(
      startEngine({ transport: 'stdio', program: peerProgram('stdio', 'dieBefore') }),
      (error) => {
        assert(error instanceof EngineExitError);
        assert.match(error.stderr, /dying on purpose/);
        return true;
      },
    );
  });

  test('a program that refuses an echo is ready too', watchdog, async () => {
    const script = `
      const { joined, errorReply } = require(${JSON.stringify(require.resolve('../../src/wire'))});
      process.stdin.on('data', () => process.stdout.write(joined(errorReply(2, 'no echo here'))));`;
    const engine = await startEngine({ transport: 'stdio', program: node(script) });
    await assert.rejects(engine.echo(Float64Array.of(1)), { wireCode: 2 });
    await engine.close();
  });
});
