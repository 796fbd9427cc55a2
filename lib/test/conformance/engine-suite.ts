import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { type Engine, INTERRUPT_EVENT, type LoadedSeries } from '../../src/engine';
import {
  CancelledError,
  ConnectionError,
  EngineExitError,
  EngineReplyError,
  OptionError,
  TimeoutError,
} from '../../src/errors';
import { grid, LiveKernel, sweep, windowLengths } from '../../src/kernel';
import type { Transport } from '../../src/transport';
import { bulkCases } from './engine/bulk';
import { EngineCases, watchdog } from './engine/case';
import { feeCases } from './engine/fee';
import { hostileCases } from './engine/hostile';
import { inPlaceCases } from './engine/in-place';
import { limitCases } from './engine/limits';
import { restartCases } from './engine/restart';
import { long, waves } from './engine/series';
import { valueCases } from './engine/values';
import { listenerCases } from './engine/where';
import { arbitraryFloats, assertSameBits, finiteFloats } from './floats';
import { hasPeer, peerOf } from './peers';
import { withEngine } from './start';

/** What every engine does alike, over every transport. */
export function engineSuite(transport: Transport): void {
  // A transport without a peer fails in transport-suite.ts.
  if (!hasPeer(transport.name)) return;
  const cases = new EngineCases(transport, peerOf(transport.name));
  callCases(cases);
  valueCases(cases);
  feeCases(cases);
  limitCases(cases);
  bulkCases(cases);
  listenerCases(cases);
  hostileCases(cases);
  restartCases(cases);
  inPlaceCases(cases);
}

/** Every call, given up or not. */
function callCases(cases: EngineCases): void {
  const { transport, lasting } = cases;
  const over = (name: string, use: (engine: Engine) => Promise<void>) => cases.over(name, use);
  const combos = grid({ from: 3, to: 60, count: 6 }).map(windowLengths);
  const close = waves(2000);

  describe(`${transport.name}: calls`, () => {
    over('echo, of nothing to a mebibyte', async (engine) => {
      for (const count of [0, 1, 8191, 8192, 131_072]) {
        const floats = cases.lossless ? arbitraryFloats(count) : finiteFloats(count);
        assertSameBits(await engine.echo(floats), floats);
      }
    });

    over('echo into memory of the caller', async (engine) => {
      const into = new Float64Array(1000);
      const back = await engine.echo(close.subarray(0, 1000), { into });
      assert.equal(back.buffer, into.buffer);
      assertSameBits(back, close.subarray(0, 1000));
      await assert.rejects(engine.echo(close, { into }), OptionError);
    });

    over('sweep, equal to the reference', async (engine) => {
      assert.deepEqual(await engine.sweep(close, combos), sweep(close, combos));
      assert.deepEqual(await engine.sweep(new Float64Array(0), combos), sweep(new Float64Array(0), combos));
      const none = await engine.sweep(close, []);
      assert.equal(none.pnl.length, 0);
      const bad = engine.sweep(close, [{ ...combos[0]!, p: 0 }]);
      await assert.rejects(bad, (error) => error instanceof EngineReplyError && error.wireCode === 4);
    });

    over('info and timing', async (engine) => {
      const info = await engine.info();
      assert.equal(info.protocol, 1);
      assert.equal(info.limits.frame_bytes, 2 ** 28);
      const begin = process.hrtime.bigint();
      await engine.sweep(close, combos);
      const elapsed = Number(process.hrtime.bigint() - begin) / 1000;
      const timing = await engine.timing();
      assert(timing.complete <= timing.parsed && timing.parsed <= timing.computed);
      assert(timing.computed <= timing.encoded && timing.encoded <= timing.writeBegun);
      assert(timing.computeMicroseconds > 0 && timing.engineMicroseconds < elapsed);
    });

    over('arguments that can not be', async (engine) => {
      const wrong = [1, 2] as unknown as Float64Array;
      await assert.rejects(engine.echo(wrong), /option floats: got \[1,2\], expected a Float64Array/);
      await assert.rejects(engine.sweep(wrong, combos), /option close/);
      const half = { ...combos[0]!, half: 1.5 };
      await assert.rejects(engine.sweep(close, [half]), /option combos\[0\].half: got 1.5/);
      await assert.rejects(engine.echo(close, { timeout: -1 }), /option timeout: got -1/);
      const lengths = [6, 8] as unknown as typeof combos;
      await assert.rejects(
        engine.sweep(close, lengths),
        /option combos\[0\]: got 6, expected window lengths/,
      );
      const single = combos[0] as unknown as typeof combos;
      await assert.rejects(
        engine.sweep(close, single),
        /option combos: got .*expected a list of window lengths/,
      );
      const noSeries = 1 as unknown as LoadedSeries;
      await assert.rejects(engine.drop(noSeries), /option series: got 1, expected what load gave/);
      await assert.rejects(
        engine.openLive(null as never),
        lasting ? /option windows: got null/ : OptionError,
      );
    });

    over('options that can not be, of any call', async (engine) => {
      for (const wrong of [
        null,
        5,
        'x',
        [],
        { timeOut: 5 },
        { bytes: 3 },
        { what: 'x' },
        { timeout: NaN },
        { signal: 5 },
      ]) {
        const options = wrong as never;
        const calls = [
          engine.echo(close, options),
          engine.sweep(close, combos, options),
          engine.load(close, options),
          engine.openLive(combos[0]!, options),
          engine.info(options),
          engine.timing(options),
          engine.connect(options),
        ];
        for (const call of calls) await assert.rejects(call, OptionError);
      }
      await engine.echo(close);
    });

    over('arrays of a notebook cell, which has globals of its own', async (engine) => {
      const foreign: Float64Array = runInNewContext('new Float64Array(40).fill(2)');
      assertSameBits(await engine.echo(foreign), new Float64Array(40).fill(2));
      const into: Float64Array = runInNewContext('new Float64Array(40)');
      assert.equal((await engine.echo(foreign, { into })).buffer, into.buffer);
      assert.deepEqual(await engine.sweep(foreign, combos), sweep(foreign, combos));
    });

    over('arrays in shared memory, as views, and without their memory', async (engine) => {
      const shared = new Float64Array(new SharedArrayBuffer(80_000)).fill(3);
      for (const view of [shared, shared.subarray(3, 7), shared.subarray(1, 9_999)]) {
        assertSameBits(await engine.echo(view), new Float64Array(view.length).fill(3));
      }
      await engine.echo(new Float64Array(10_000).fill(4), { into: shared });
      assert.equal(shared[9_999], 4);
      const gone = new Float64Array(100);
      structuredClone(gone.buffer, { transfer: [gone.buffer] });
      await assert.rejects(engine.echo(gone), /option floats: .*it was transferred away/);
      await assert.rejects(engine.sweep(gone, combos), /option close: .*it was transferred away/);
      await assert.rejects(engine.echo(close, { into: gone }), /option into: .*it was transferred away/);
      await engine.echo(close);
    });

    if (lasting) {
      over('a series from load to drop', async (engine) => {
        const series = await engine.load(close);
        const other = await engine.load(close.subarray(0, 500));
        assert.equal(series.bars, 2000);
        assert.deepEqual(await engine.sweepLoaded(series, combos), sweep(close, combos));
        assert.deepEqual(await engine.sweepLoaded(other, combos), sweep(close.subarray(0, 500), combos));
        await engine.drop(series);
        await assert.rejects(engine.sweepLoaded(series, combos), /series 1 was dropped before/);
        await engine.sweepLoaded(other, combos);
      });

      over('a series is no session, and a session no series', async (engine) => {
        const series = await engine.load(close);
        const session = await engine.openLive(combos[0]!);
        await assert.rejects(engine.drop(session as never), /option series: .*expected what load gave/);
        await assert.rejects(engine.sweepLoaded(session as never, combos), /option series/);
        await assert.rejects(
          engine.tick(series as never, close),
          /option session: .*expected what openLive gave/,
        );
        await assert.rejects(engine.closeLive(series as never), /option session/);
        await engine.sweepLoaded(series, combos);
        await engine.tick(session, close);
      });

      over('a live session equals the reference after every bar', async (engine) => {
        const session = await engine.openLive(combos[1]!);
        const kernel = new LiveKernel(combos[1]!);
        for (const [from, to] of [
          [0, 1],
          [1, 1],
          [1, 300],
          [300, 2000],
        ]) {
          const closes = close.subarray(from, to);
          const ticks = await engine.tick(session, closes);
          const expected = Array.from(closes, (bar) => kernel.tick(bar));
          assert.deepEqual(
            Array.from(ticks.side),
            expected.map(({ side }) => side),
          );
          assert.deepEqual(
            Array.from(ticks.trades),
            expected.map(({ trades }) => trades),
          );
          assert.deepEqual(
            Array.from(ticks.pnl),
            expected.map(({ pnl }) => pnl),
          );
        }
        await engine.closeLive(session);
        await assert.rejects(engine.tick(session, close), /session 1 was closed before; open another/);
      });

      over('calls without waiting, answered in order', async (engine) => {
        const session = await engine.openLive(combos[0]!);
        const bars = Array.from(close.subarray(0, 1000), (bar) => Float64Array.of(bar));
        const ticks = await Promise.all(bars.map((bar) => engine.tick(session, bar)));
        const kernel = new LiveKernel(combos[0]!);
        const expected = Array.from(close.subarray(0, 1000), (bar) => kernel.tick(bar).pnl);
        assert.deepEqual(
          ticks.map(({ pnl }) => pnl[0]),
          expected,
        );
      });
    } else {
      over('nothing can be kept', async (engine) => {
        await assert.rejects(
          engine.load(close),
          /option transport: got ".*", expected one that keeps series/,
        );
        await assert.rejects(engine.openLive(combos[0]!), OptionError);
      });

      over('calls side by side', async (engine) => {
        const results = await Promise.all([1, 2, 3, 4].map((value) => engine.echo(Float64Array.of(value))));
        assert.deepEqual(
          results.map(([value]) => value),
          [1, 2, 3, 4],
        );
      });
    }
  });

  describe(`${transport.name}: giving up and going on`, () => {
    over('a timeout; then the engine is used again', async (engine) => {
      await assert.rejects(engine.sweep(long.close, long.combos, { timeout: 60 }), TimeoutError);
      assert.deepEqual(await engine.sweep(close, combos), sweep(close, combos));
    });

    over('a signal; then the engine is used again', async (engine) => {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 60);
      await assert.rejects(engine.sweep(long.close, long.combos, { signal: abort.signal }), CancelledError);
      assert.deepEqual(Array.from(await engine.echo(Float64Array.of(7))), [7]);
    });

    over('an interrupted cell; then the engine is used again', async (engine) => {
      assert.equal(process.listenerCount(INTERRUPT_EVENT), 1);
      process.emit(INTERRUPT_EVENT as 'beforeExit', 0);
      await engine.echo(close);
      setTimeout(() => process.emit(INTERRUPT_EVENT as 'beforeExit', 0), 60);
      await assert.rejects(engine.sweep(long.close, long.combos), (error) => {
        assert(error instanceof CancelledError);
        assert.match((error.cause as Error).message, /the cell was interrupted/);
        return true;
      });
      await engine.echo(close);
    });

    if (lasting) {
      over('a lost connection takes its series and sessions with it', async (engine) => {
        const series = await engine.load(close);
        const session = await engine.openLive(combos[0]!);
        await assert.rejects(engine.sweep(long.close, long.combos, { timeout: 30 }), TimeoutError);
        await assert.rejects(engine.sweepLoaded(series, combos), (error) => {
          assert(error instanceof ConnectionError);
          assert.match(
            error.message,
            /series 1 went with its connection \(.*timeout of 30 ms\); load it again/,
          );
          return true;
        });
        await assert.rejects(engine.tick(session, close), /session 1 went with its connection/);
        const again = await engine.load(close);
        assert.deepEqual(await engine.sweepLoaded(again, combos), sweep(close, combos));
        await assert.rejects(engine.sweepLoaded(series, combos), /series 1 went with its connection/);
      });

      over('no client of an engine that is closed, or closing', async (engine) => {
        const during = engine.connect();
        const closing = engine.close();
        const failed = [during, engine.connect()].map((call) => assert.rejects(call, ConnectionError));
        await closing;
        await Promise.all(failed);
        await assert.rejects(engine.connect(), /the engine is closed/);
        assert.equal(engine.pid, null);
      });

      over('another client has series of its own', async (engine) => {
        const client = await engine.connect();
        const series = await engine.load(close);
        await assert.rejects(client.drop(series), /series 1 belongs to another connection/);
        const own = await client.load(close);
        assert.deepEqual(await client.sweepLoaded(own, combos), await engine.sweepLoaded(series, combos));
        await client.close();
        await assert.rejects(client.echo(close), ConnectionError);
        await engine.drop(series);
      });

      // A thread has no process of its own to kill; test/transport/worker.test.ts has it crash.
      const killable = transport.kind === 'thread' ? () => {} : over;
      killable('an engine that was killed', async (engine) => {
        const call = engine.sweep(long.close, long.combos);
        setTimeout(() => process.kill(engine.pid!, 'SIGKILL'), 60);
        const killed = (error: unknown) => {
          assert(error instanceof EngineExitError);
          assert.equal(error.signal, 'SIGKILL');
          assert.match(error.message, /the engine ended with signal SIGKILL/);
          return true;
        };
        await assert.rejects(call, killed);
        await assert.rejects(engine.echo(close), killed);
        if (transport.kind === 'listener') await assert.rejects(engine.connect(), killed);
        assert.equal(engine.pid, null);
        assert.deepEqual(await engine.exited, { code: null, signal: 'SIGKILL' });
      });
    }

    over('closed: twice, with a call under way, and used after', async (engine) => {
      const call = engine.sweep(long.close, long.combos);
      const failed = assert.rejects(call, ConnectionError);
      await new Promise((resolve) => setTimeout(resolve, 30));
      await Promise.all([engine.close(), engine.close()]);
      await failed;
      await assert.rejects(engine.echo(close), ConnectionError);
      await engine.exited;
    });
  });

  describe(`${transport.name}: many`, () => {
    test('engines started side by side', watchdog, async () => {
      await Promise.all(
        [1, 2, 3].map((value) =>
          withEngine(transport, async (engine) => {
            assert.deepEqual(Array.from(await engine.echo(Float64Array.of(value))), [value]);
          }),
        ),
      );
    });

    if (transport.kind === 'listener') {
      over('64 clients at once', async (engine) => {
        const clients = await Promise.all(Array.from({ length: 64 }, () => engine.connect()));
        const results = await Promise.all(
          clients.map((client, i) => client.echo(new Float64Array(1000).fill(i))),
        );
        results.forEach((result, i) => {
          assert.equal(result[999], i);
        });
      });
    }
  });
}
