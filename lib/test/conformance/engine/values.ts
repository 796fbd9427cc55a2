import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CodecError, EngineReplyError } from '../../../src/errors';
import { LiveKernel, sweep, windowLengths } from '../../../src/kernel';
import { arbitraryFloats, assertSameBits, edgeFloats, hardFloats } from '../floats';
import type { EngineCases } from './case';
import { waves } from './series';

const combos = [6, 8, 21].map(windowLengths);

/** Floats of every kind, as echoes, series and ticks. */
export function valueCases(cases: EngineCases): void {
  const hard = Object.values(hardFloats).map((floats) => floats[0]!);
  const close = waves(400);

  describe(cases.group('values'), () => {
    cases.over('subnormals, the largest and the edges of whole numbers', async (engine) => {
      assertSameBits(await engine.echo(edgeFloats), edgeFloats);
      // What these closes earn is infinite.
      if (!cases.lossless) return;
      const scaled = close.map((bar, i) => bar * (i % 2 === 0 ? 5e-324 : 1e290));
      assert.deepEqual(await engine.sweep(scaled, combos), sweep(scaled, combos));
    });

    if (!cases.lossless) {
      cases.over('NaN, -0 and infinities are refused by index and value', async (engine) => {
        for (const value of hard) {
          const floats = Float64Array.of(1, value, 2);
          const session = cases.lasting ? await engine.openLive(combos[0]!) : null;
          const calls: (() => Promise<unknown>)[] = [
            () => engine.echo(floats),
            () => engine.sweep(floats, combos),
          ];
          if (session !== null)
            calls.push(
              () => engine.load(floats),
              () => engine.tick(session, floats),
            );
          for (const call of calls) {
            await assert.rejects(call(), (error) => {
              assert(error instanceof CodecError, `${error}`);
              assert(Object.is(error.value, value));
              return true;
            });
          }
          if (session !== null) await engine.closeLive(session);
        }
      });

      cases.over('results that the form has no word for are refused, or right', async (engine) => {
        // A position entered at 0 earns infinitely much.
        const closes = close.map((bar, i) => (i % 7 === 0 ? 0 : bar));
        const expected = sweep(closes, combos);
        assert(expected.pnl.some((pnl) => !Number.isFinite(pnl)));
        const result = await engine.sweep(closes, combos).catch((error: unknown) => error);
        if (!(result instanceof CodecError || result instanceof EngineReplyError)) {
          assert.deepEqual(result, expected);
        }
        await engine.echo(close);
      });
      return;
    }

    cases.over('NaN with its payload, -0 and infinities, echoed bit for bit', async (engine) => {
      assertSameBits(await engine.echo(arbitraryFloats(1000)), arbitraryFloats(1000));
    });

    cases.over('a series with NaN, -0 and infinities in it sweeps as the reference does', async (engine) => {
      const closes = close.map((bar, i) => (i % 50 === 49 ? hard[(i / 50) | 0]! : bar));
      assert.deepEqual(await engine.sweep(closes, combos), sweep(closes, combos));
      if (!cases.lasting) return;
      const series = await engine.load(closes);
      assert.deepEqual(await engine.sweepLoaded(series, combos), sweep(closes, combos));
      const session = await engine.openLive(combos[1]!);
      const kernel = new LiveKernel(combos[1]!);
      const { pnl } = await engine.tick(session, closes);
      assert.deepEqual(
        Array.from(pnl),
        Array.from(closes, (bar) => kernel.tick(bar).pnl),
      );
    });
  });
}
