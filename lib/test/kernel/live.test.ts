import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveKernel, sweep, windowLengths } from '../../src/kernel';
import { gbm } from '../../src/market';
import { anyWindows, hardSeries, slowBooks } from './reference';

test('equals the sweep over the same closes after every bar, bit for bit', () => {
  const { close } = gbm({ bars: 400, volatility: 0.01 });
  for (const n of [1, 6, 21, 90]) {
    const windows = windowLengths(n);
    const live = new LiveKernel(windows);
    for (let bar = 0; bar < close.length; bar++) {
      const { trades, pnl } = live.tick(close[bar]);
      const swept = sweep(close.subarray(0, bar + 1), [windows]);
      assert.deepEqual([trades, pnl], [swept.trades[0], swept.pnl[0]], `n ${n}, bar ${bar}`);
    }
  }
});

test('equals the slow reference on hard series with any windows, side included', () => {
  for (let seed = 0; seed < 300; seed++) {
    const close = hardSeries(seed);
    const windows = anyWindows(seed, 14);
    const live = new LiveKernel(windows);
    const ticks = Array.from(close, (price) => live.tick(price));
    assert.deepEqual(ticks, slowBooks(close, windows), `seed ${seed}`);
  }
});

test('is flat until both averages exist', () => {
  const windows = windowLengths(6);
  const live = new LiveKernel(windows);
  const first = Math.max(windows.full + windows.sqrt, 2 * windows.p) - 2;
  for (let bar = 0; bar < first; bar++) {
    assert.deepEqual(live.tick(100 + bar * bar), { side: 0, trades: 0, pnl: 0 });
  }
  assert.notEqual(live.tick(100 + first * first).side, 0);
});

test('memory follows the ticks, not the windows', () => {
  const before = process.memoryUsage().arrayBuffers;
  const kernels = Array.from({ length: 20 }, () => new LiveKernel(windowLengths(2 ** 26)));
  for (const kernel of kernels) for (let i = 0; i < 100; i++) kernel.tick(i);
  assert.ok(process.memoryUsage().arrayBuffers - before < 4e6);
});

test('bad arguments', () => {
  assert.throws(() => new LiveKernel({ ...windowLengths(6), sqrt: 0 }), /option windows.sqrt: got 0/);
  const live = new LiveKernel(windowLengths(6));
  assert.throws(() => live.tick('7' as unknown as number), /option close: got "7", expected a closing price/);
});
