import assert from 'node:assert/strict';
import { test } from 'node:test';
import { averages, events, sweep, trace, windowLengths } from '../../src/kernel';
import { gbm } from '../../src/market';
import { anyWindows, hardSeries, slowBooks } from './reference';

test('trades and PnL are the sweep, and the gains add up to it in order', () => {
  const { close } = gbm({ bars: 3000 });
  for (const n of [6, 40, 200]) {
    const windows = windowLengths(n);
    const traced = trace(close, windows);
    const { pnl, trades } = sweep(close, [windows]);
    assert.equal(traced.pnl, pnl[0]);
    assert.equal(traced.trades, trades[0]);
    assert.equal(traced.flips.length, trades[0] + 1);
    assert.equal(
      traced.flips.reduce((sum, flip) => sum + (flip.gain ?? 0), 0),
      pnl[0],
    );
    assert.deepEqual({ hma: traced.hma, hma3: traced.hma3 }, averages(close, windows));
  }
});

test('a flip is where the books turn, at the close of that bar', () => {
  for (let seed = 0; seed < 100; seed++) {
    const close = hardSeries(seed);
    const windows = anyWindows(seed, 9);
    const books = slowBooks(close, windows);
    const turns = books.flatMap(({ side }, bar) =>
      side === (books[bar - 1]?.side ?? 0) ? [] : [{ bar, side, price: close[bar] }],
    );
    const flips = events(close, windows).map(({ bar, side, price }) => ({ bar, side, price }));
    assert.deepEqual(flips, turns, `seed ${seed}`);
  }
});

test('the first flip closes nothing, and sides alternate', () => {
  const flips = events(gbm({ bars: 1000 }).close, windowLengths(12));
  assert.equal(flips[0].gain, null);
  assert.ok(flips.slice(1).every((flip, i) => flip.gain !== null && flip.side === -flips[i].side));
});

test('no flips where nothing happens', () => {
  assert.deepEqual(events(new Float64Array(0), windowLengths(6)), []);
  assert.deepEqual(events(new Float64Array(100).fill(5), windowLengths(6)), []);
  assert.throws(
    () => trace(Float64Array.of(1), { ...windowLengths(6), full: -1 }),
    /option windows.full: got -1/,
  );
});
