import assert from 'node:assert/strict';
import { test } from 'node:test';
import { averages, hma, hma3, windowLengths, wma } from '../../src/kernel';
import { gbm } from '../../src/market';

const { close } = gbm({ bars: 300 });

test('HMA is the WMA of twice the half window less the full one', () => {
  const w = windowLengths(21);
  const [half, full] = [wma(close, w.half), wma(close, w.full)];
  const raw = half.map((value, i) => 2 * value - full[i]);
  assert.deepEqual(hma(close, w), wma(raw, w.sqrt));
});

test('HMA3 is the WMA of three thirds less a half less a full', () => {
  const w = windowLengths(21);
  const [a, b, c] = [wma(close, w.pThird), wma(close, w.pHalf), wma(close, w.p)];
  const raw = a.map((value, i) => 3 * value - b[i] - c[i]);
  assert.deepEqual(hma3(close, w), wma(raw, w.p));
});

test('both begin where their last window is full', () => {
  const w = windowLengths(200);
  const both = averages(close, w);
  assert.equal(
    both.hma.findIndex((value) => !Number.isNaN(value)),
    w.full - 1 + w.sqrt - 1,
  );
  assert.equal(
    both.hma3.findIndex((value) => !Number.isNaN(value)),
    w.p - 1 + w.p - 1,
  );
});

test('of a straight line both are the line, ahead of the closes by nothing they could not know', () => {
  const line = Float64Array.from({ length: 200 }, (_, i) => 64 + i);
  const both = averages(line, windowLengths(32));
  const last = line.length - 1;
  assert.ok(Math.abs(both.hma[last] - both.hma[last - 1] - 1) < 1e-9);
  assert.ok(Math.abs(both.hma3[last] - both.hma3[last - 1] - 1) < 1e-9);
});
