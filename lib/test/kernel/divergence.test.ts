import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BarKernel, firstDivergence, LiveKernel, type Tick, windowLengths } from '../../src/kernel';
import { gbm } from '../../src/market';

const { close } = gbm({ bars: 500 });
const windows = windowLengths(12);

/** The right kernel until `bar`, then with the books changed. */
function wrongFrom(bar: number, change: (tick: Tick) => Tick): BarKernel {
  const right = new LiveKernel(windows);
  let ticks = 0;
  return {
    tick(price) {
      const tick = right.tick(price);
      return ticks++ < bar ? tick : change(tick);
    },
  };
}

test('two of the same never part', () => {
  assert.equal(firstDivergence(close, new LiveKernel(windows), new LiveKernel(windows)), null);
  assert.equal(firstDivergence(new Float64Array(0), new LiveKernel(windows), new LiveKernel(windows)), null);
});

test('the first bar whose books differ, by one bit of the PnL at least', () => {
  const changes: ((tick: Tick) => Tick)[] = [
    (tick) => ({ ...tick, pnl: tick.pnl * (1 + 2 ** -52) }),
    (tick) => ({ ...tick, trades: tick.trades + 1 }),
    (tick) => ({ ...tick, side: 0 }),
    (tick) => ({ ...tick, pnl: NaN }),
  ];
  for (const change of changes) {
    const found = firstDivergence(close, new LiveKernel(windows), wrongFrom(300, change));
    assert.equal(found?.bar, 300);
    assert.deepEqual(found.actual, change(found.expected));
  }
});
