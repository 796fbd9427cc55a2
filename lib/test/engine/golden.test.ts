import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_KERNELS } from '../../src/engine';
import { GOLDEN_RESULT, grid, windowLengths } from '../../src/kernel';
import { gbm } from '../../src/market';
import { transports } from '../../src/transport';
import { withEngine } from '../conformance/start';

const { close } = gbm();
const combos = grid().map(windowLengths);

/** The work of a sweep is that of its long windows: the first rows cost next to nothing. */
const FEW = 16;

for (const transport of transports) {
  for (const kernel of ENGINE_KERNELS) {
    const own = transport.kind !== 'child' || transport.engineArgs !== null;
    if (!own && kernel !== 'naive') continue;
    // All rows once over each way that the study measures.
    const whole = own && (transport.name === 'unix' || kernel === 'naive');
    const rows = whole ? combos.length : FEW;
    const threads = rows === combos.length ? 2 : 1;
    test(`${transport.name}, ${kernel}: ${rows} golden rows, bit for bit`, { timeout: 120_000 }, () =>
      withEngine(
        transport,
        async (engine) => {
          const { pnl, trades } = await engine.sweep(close, combos.slice(0, rows));
          assert.deepEqual(trades, GOLDEN_RESULT.trades.slice(0, rows));
          assert.deepEqual(pnl, GOLDEN_RESULT.pnl.slice(0, rows));
        },
        own ? { kernel, threads } : {},
      ),
    );
  }
}
