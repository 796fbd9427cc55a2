import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Engine } from '../../../src/engine';
import { FEE_PERCENT, Ledger, LiveKernel, sweep, windowLengths } from '../../../src/kernel';
import { startOver, withEngine } from '../start';
import { type EngineCases, watchdog } from './case';
import { waves } from './series';

const combos = [6, 8, 21].map(windowLengths);
const close = waves(700);
const FEES = [0, 0.002, 1e-9, 12.5, 0.1 + 0.2];

/** What a trade costs: the engine's own matter, as its kernel is. */
export function feeCases(cases: EngineCases): void {
  const { transport, lasting } = cases;

  describe(cases.group('fees'), () => {
    if (transport.kind === 'child' && transport.engineArgs === null) {
      test("of one's own program are its own business", watchdog, async () => {
        for (const fee of [0, 0.09, 0.002]) {
          await assert.rejects(
            startOver(transport, { fee }),
            /option fee: got .*, expected none beside prog/,
          );
        }
      });
      return;
    }

    for (const fee of FEES) {
      test(`sweeps, series and sessions at ${fee} equal the reference`, watchdog, () =>
        withEngine(transport, (engine) => booksFee(engine, fee, cases), { fee }),
      );
    }

    cases.over("the one that is not told is the study's", async (engine) => {
      assert.equal((await engine.info()).fee, FEE_PERCENT);
      assert.deepEqual(await engine.sweep(close, combos), sweep(close, combos, { fee: 0.09 }));
    });

    if (lasting) {
      test('engines of other fees side by side keep their own', watchdog, async () => {
        const engines = await Promise.all([0, 12.5].map((fee) => startOver(transport, { fee })));
        try {
          const rows = await Promise.all(engines.map((engine) => engine.sweep(close, combos)));
          assert.deepEqual(rows, [sweep(close, combos, { fee: 0 }), sweep(close, combos, { fee: 12.5 })]);
          const client = await engines[0]!.connect();
          assert.deepEqual(await client.sweep(close, combos), rows[0], 'another client of the same engine');
        } finally {
          await Promise.all(engines.map((engine) => engine.close()));
        }
      });
    }
  });
}

async function booksFee(engine: Engine, fee: number, { lasting, peer }: EngineCases): Promise<void> {
  const expected = sweep(close, combos, { fee });
  assert.ok(expected.trades.every((count) => count > 3));
  assert.equal((await engine.info()).fee, fee);
  assert.deepEqual(await engine.sweep(close, combos), expected);
  if (!lasting) return;
  assert.deepEqual(await engine.sweepLoaded(await engine.load(close), combos), expected);
  const kernel = new LiveKernel(combos[1]!, new Ledger(fee));
  const pnl = Float64Array.from(close, (bar) => kernel.tick(bar).pnl);
  assert.deepEqual((await engine.tick(await engine.openLive(combos[1]!), close)).pnl, pnl);
  if (!peer.blocking) return;
  const client = await engine.connectBlocking();
  assert.deepEqual(client.sweep(close, combos), expected);
  assert.deepEqual(client.tick(client.openLive(combos[1]!), close).pnl, pnl);
}
