import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe } from 'node:test';
import type { BlockingClient, Engine } from '../../../src/engine';
import { ConnectionError, OptionError, TimeoutError } from '../../../src/errors';
import { LiveKernel, sweep, windowLengths } from '../../../src/kernel';
import { arbitraryFloats, assertSameBits } from '../floats';
import type { EngineCases } from './case';
import { long, waves } from './series';

const combos = [6, 8, 21].map(windowLengths);

/** The client whose calls wait in place. */
export function inPlaceCases(cases: EngineCases): void {
  const over = (name: string, use: (client: BlockingClient, engine: Engine) => Promise<void> | void) =>
    cases.over(name, async (engine) => use(await engine.connectBlocking(), engine));

  describe(cases.group('waiting in place'), () => {
    if (!cases.peer.blocking) {
      cases.over('is refused', async (engine) => {
        await assert.rejects(engine.connectBlocking(), OptionError);
        await engine.echo(waves(10));
      });
      return;
    }

    over('echo, of nothing to 64 MiB', (client) => {
      for (const count of [0, 1, 8191, 8192, 131_072]) {
        assertSameBits(client.echo(arbitraryFloats(count)), arbitraryFloats(count));
      }
      const large = new Float64Array(8 * 1024 * 1024).fill(1.5);
      const into = new Float64Array(large.length);
      assert.equal(client.echo(large, { into }).buffer, into.buffer);
      assertSameBits(into, large);
    });

    over('sweeps, series and sessions equal the reference', (client) => {
      const close = waves(500);
      assert.deepEqual(client.sweep(close, combos), sweep(close, combos));
      const series = client.load(close);
      assert.deepEqual(client.sweepLoaded(series, combos), sweep(close, combos));
      client.drop(series);
      const session = client.openLive(combos[1]!);
      const kernel = new LiveKernel(combos[1]!);
      for (const bar of close.subarray(0, 250)) {
        const { side, trades, pnl } = client.tickBar(session, bar);
        assert.deepEqual({ side, trades, pnl }, pick(kernel.tick(bar)));
      }
      const rest = close.subarray(250);
      const expected = Array.from(rest, (bar) => kernel.tick(bar).pnl);
      assert.deepEqual(Array.from(client.tick(session, rest).pnl), expected);
      client.closeLive(session);
    });

    over('a timeout gives the connection up, and another client goes on', async (client, engine) => {
      assert.throws(() => client.sweep(long.close, long.combos, { timeout: 60 }), TimeoutError);
      assert.throws(() => client.echo(waves(3)), ConnectionError);
      const next = await engine.connectBlocking();
      assertSameBits(next.echo(waves(3)), waves(3));
    });

    // A thread has no process of its own to kill.
    const killable = cases.transport.kind === 'thread' ? () => {} : over;
    killable('the end of the engine ends the wait', (client, engine) => {
      spawn('sh', ['-c', `sleep 0.1; kill -9 ${engine.pid}`], { stdio: 'ignore' }).unref();
      assert.throws(() => client.sweep(long.close, long.combos), ConnectionError);
      assert.throws(() => client.echo(waves(3)), ConnectionError);
    });

    over('beside a client that does not', async (client, engine) => {
      const echo = engine.echo(waves(1000));
      assertSameBits(client.echo(waves(2000)), waves(2000));
      assertSameBits(await echo, waves(1000));
    });
  });
}

function pick({ side, trades, pnl }: { side: number; trades: number; pnl: number }) {
  return { side, trades, pnl };
}
