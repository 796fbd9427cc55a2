import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type BlockingClient, type Engine, type EngineOptions, startEngine } from '../../src/engine';
import { ConnectionError, EngineReplyError, OptionError, TimeoutError } from '../../src/errors';
import { grid, LiveKernel, sweep, windowLengths } from '../../src/kernel';
import { arbitraryFloats, assertSameBits } from '../conformance/floats';
import { until } from './processes';

const watchdog = { timeout: 30_000 };
const combos = grid({ from: 3, to: 40, count: 5 }).map(windowLengths);
const close = Float64Array.from({ length: 3000 }, (_, i) => 100 + Math.round(20 * Math.sin(i / 9)));
/** Takes far longer than any test. */
const endless = { close: new Float64Array(150_000).fill(1), combos: Array(2000).fill(windowLengths(400)) };

/** Whether every thread of a process is stopped; where that can't be seen, after a while. */
function standsStill(pid: number): boolean {
  if (process.platform !== 'linux') {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    return true;
  }
  return readdirSync(`/proc/${pid}/task`).every((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] === 'T';
  });
}

async function withClient(
  options: EngineOptions,
  use: (client: BlockingClient, engine: Engine) => void | Promise<void>,
): Promise<void> {
  const engine = await startEngine(options);
  try {
    await use(await engine.connectBlocking(), engine);
  } finally {
    await engine.close();
  }
}

/** Floats in memory that can be resized, as many as it has. */
function resizable(count: number): { floats: Float64Array; resize(count: number): void } {
  const Resizable = ArrayBuffer as unknown as new (
    bytes: number,
    options: { maxByteLength: number },
  ) => ArrayBuffer & { resize(bytes: number): void };
  const buffer = new Resizable(count * 8, { maxByteLength: 8_000 });
  const floats = new Float64Array(buffer);
  return {
    floats,
    resize(to) {
      buffer.resize(to * 8);
      for (let i = 0; i < to; i++) floats[i] = i + 0.5;
    },
  };
}

for (const transport of ['unix', 'unix-blocking', 'shared-memory'] as const) {
  test(
    `arrays whose memory is resized between calls are sent and filled as they are, over ${transport}`,
    watchdog,
    async () => {
      const engine = await startEngine({ transport });
      try {
        const blocking = transport === 'unix' ? null : await engine.connectBlocking();
        const given = resizable(1);
        const place = resizable(1);
        for (const count of [3, 8, 1, 500, 2, 0, 5]) {
          given.resize(count);
          place.resize(count);
          place.floats.fill(-1);
          for (const options of [{}, { into: place.floats, timeout: 10_000 }]) {
            assertSameBits(await engine.echo(given.floats, options), given.floats);
            if (blocking !== null) assertSameBits(blocking.echo(given.floats, options), given.floats);
          }
          assertSameBits(place.floats, given.floats);
        }
        await blocking?.close();
      } finally {
        await engine.close();
      }
    },
  );
}

for (const transport of ['shared-memory', 'shared-memory-doorbell']) {
  const over = (name: string, use: Parameters<typeof withClient>[1]) =>
    test(name, watchdog, () => withClient({ transport }, use));

  describe(`waiting in place over ${transport}`, () => {
    over('every call', async (client, engine) => {
      for (const count of [0, 1, 255, 257, 40_000, 300_000]) {
        const floats = arbitraryFloats(count);
        assertSameBits(client.echo(floats), floats);
        const into = new Float64Array(count + 2);
        const back = client.echo(floats, { into });
        assert.equal(back.buffer, into.buffer);
        assertSameBits(back, floats);
      }
      assert.deepEqual(client.sweep(close, combos), sweep(close, combos));
      const series = client.load(close);
      assert.equal(series.bars, 3000);
      assert.deepEqual(client.sweepLoaded(series, combos), sweep(close, combos));
      assert.deepEqual(client.info(), await engine.info());
      client.sweepLoaded(series, combos);
      const { parsed, computed } = client.timing();
      assert(parsed < computed);
      client.drop(series);
      assert.throws(() => client.sweepLoaded(series, combos), /series 1 was dropped before/);
    });

    over('a session bar by bar, in one object', (client) => {
      const session = client.openLive(combos[1]!);
      const kernel = new LiveKernel(combos[1]!);
      const first = client.tickBar(session, close[0]!);
      assert.deepEqual(first, kernel.tick(close[0]!));
      for (const bar of close.subarray(1, 1000)) {
        const state = client.tickBar(session, bar);
        assert.equal(state, first);
        assert.deepEqual(state, kernel.tick(bar));
      }
      const rest = client.tick(session, close.subarray(1000));
      const expected = Array.from(close.subarray(1000), (bar) => kernel.tick(bar).pnl);
      assert.deepEqual(Array.from(rest.pnl), expected);
      client.closeLive(session);
      assert.throws(() => client.tickBar(session, 1), /session 1 was closed before/);
    });

    over('what can not be', async (client, engine) => {
      assert.throws(() => client.echo([1] as never), /option floats/);
      assert.throws(() => client.echo(close, { into: new Float64Array(2) }), /room for 3000 floats/);
      assert.throws(() => client.echo(close, { signal: 1 } as never), /option signal.*no such option/);
      assert.throws(() => client.echo(close, { timeout: -1 }), /option timeout: got -1/);
      assert.throws(() => client.sweep(close, 5 as never), /option combos/);
      assert.throws(() => client.drop(client.openLive(combos[0]!) as never), /option series/);
      const session = client.openLive(combos[0]!);
      assert.throws(() => client.tickBar(session, '5' as never), /option close: got "5"/);
      assert.throws(() => client.tickBar(session, 5, { timeout: 0.5 }), /option timeout/);
      const foreign = await engine.load(close);
      assert.throws(() => client.sweepLoaded(foreign, combos), /belongs to another connection/);
      const bad = [{ ...combos[0]!, p: 0 }];
      assert.throws(
        () => client.sweep(close, bad),
        (error) => error instanceof EngineReplyError && error.wireCode === 4,
      );
      client.tickBar(session, 5);
    });

    over('a timeout gives the connection up, and says so ever after', (client) => {
      assert.throws(() => client.sweep(endless.close, endless.combos, { timeout: 40 }), TimeoutError);
      assert.throws(
        () => client.echo(close),
        (error) => {
          assert(error instanceof ConnectionError);
          assert.match(
            error.message,
            /the connection was closed: sweep took longer than its timeout of 40 ms/,
          );
          return true;
        },
      );
    });

    over('an engine that is killed ends the wait', async (client, engine) => {
      const { pid } = engine;
      const { spawn } = await import('node:child_process');
      // From outside: this thread stands still.
      const killer = spawn('sh', ['-c', `sleep 0.2; kill -9 ${pid}`]);
      assert.throws(() => client.sweep(endless.close, endless.combos), ConnectionError);
      assert.throws(() => client.echo(close), /the engine closed the connection before it answered sweep/);
      await new Promise((resolve) => killer.once('close', resolve));
    });

    over('an engine that stands still is given up after the timeout', async (client, engine) => {
      client.echo(close);
      process.kill(engine.pid!, 'SIGSTOP');
      try {
        await until('it stands still', () => standsStill(engine.pid!));
        assert.throws(() => client.echo(close, { timeout: 50 }), TimeoutError);
      } finally {
        process.kill(engine.pid!, 'SIGCONT');
      }
    });

    over('closed: twice, with the engine, and used after', async (client, engine) => {
      await Promise.all([client.close(), client.close()]);
      assert.throws(() => client.echo(close), /the connection is closed/);
      const other = await engine.connectBlocking();
      await engine.close();
      assert.throws(() => other.echo(close), ConnectionError);
      await assert.rejects(engine.connectBlocking(), /the engine is closed/);
    });
  });
}

test('a transport that can not be waited for in place says so', watchdog, async () => {
  for (const transport of ['unix', 'spawn']) {
    const engine = await startEngine({ transport });
    try {
      await assert.rejects(engine.connectBlocking(), (error) => {
        assert(error instanceof OptionError);
        assert.match(
          error.message,
          new RegExp(`option transport: got "${transport}", expected one that can be waited`),
        );
        return true;
      });
      assert.deepEqual(Array.from(await engine.echo(Float64Array.of(1))), [1]);
    } finally {
      await engine.close();
    }
  }
});

test('a refused connection leaves no client behind', watchdog, async () => {
  const engine = await startEngine({ transport: 'shared-memory', limits: { connections: 2 } });
  try {
    const first = await engine.connectBlocking();
    await assert.rejects(engine.connectBlocking(), { wireCode: 6 });
    await first.close();
    const others: BlockingClient[] = [];
    let trying = false;
    await until('its place is free', () => {
      if (!trying) {
        trying = true;
        const tried = engine.connectBlocking().then(
          (client) => void others.push(client),
          () => {},
        );
        void tried.then(() => {
          trying = false;
        });
      }
      return others.length > 0;
    });
    assertSameBits(others[0]!.echo(close), close);
  } finally {
    await engine.close();
  }
});
