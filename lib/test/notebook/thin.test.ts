import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thin, thinIndices } from '../../src/notebook/thin';

/** A walk with a few spikes, from a small generator of its own. */
function walk(n: number): Float64Array {
  let state = 12345;
  let value = 0;
  return Float64Array.from({ length: n }, (_, i) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    value += state / 2 ** 32 - 0.5;
    return i % 49_999 === 7 ? value + 100 : value;
  });
}

const N = 200_000;
const x = Float64Array.from({ length: N }, (_, i) => i / 10);
const y = walk(N);

test('200,000 points become at most two for each pixel and the ends', () => {
  const line = thin(x, y, 700);
  assert.ok(line.x.length <= 2 * 700 + 2, `${line.x.length} points`);
  assert.ok(line.x.length > 1_000);
});

test('each column keeps its lowest and highest point', () => {
  const pixels = 700;
  const { indices } = thin(x, y, pixels);
  const kept = new Set(indices);
  const column = (i: number) =>
    Math.min(pixels - 1, Math.floor(((x[i]! - x[0]!) / (x[N - 1]! - x[0]!)) * pixels));
  const low = new Map<number, number>();
  const high = new Map<number, number>();
  for (let i = 0; i < N; i++) {
    const c = column(i);
    if (!low.has(c) || y[i]! < y[low.get(c)!]!) low.set(c, i);
    if (!high.has(c) || y[i]! > y[high.get(c)!]!) high.set(c, i);
  }
  for (const i of [...low.values(), ...high.values()]) assert.ok(kept.has(i), `point ${i} was lost`);
});

test('points come in order, once, with the first and the last', () => {
  const { indices, x: xs, y: ys } = thin(x, y, 100);
  assert.equal(indices[0], 0);
  assert.equal(indices.at(-1), N - 1);
  assert.ok(indices.every((index, i) => i === 0 || index > indices[i - 1]!));
  assert.ok(indices.every((index, i) => xs[i] === x[index] && ys[i] === y[index]));
});

test('a short line is kept whole', () => {
  assert.deepEqual(thin([1, 2, 3], [3, 1, 2], 10).y, Float64Array.of(3, 1, 2));
  assert.equal(thin([], [], 10).x.length, 0);
  assert.equal(thin([5], [1], 1).x.length, 1);
});

test('a gap stays a gap', () => {
  const gapped = y.slice();
  gapped.fill(Number.NaN, 80_000, 120_000);
  const { y: kept } = thin(x, gapped, 50);
  assert.ok(kept.some(Number.isNaN));
  assert.ok(thin(x, new Float64Array(N).fill(Number.NaN), 50).y.every(Number.isNaN));
});

test('columns are of equal width where x is drawn on a logarithmic axis', () => {
  const wide = Float64Array.from({ length: N }, (_, i) => 10 ** ((6 * i) / N));
  const straight = thinIndices(wide, y, 300);
  const logarithmic = thinIndices(wide, y, 300, Math.log10);
  const inFirstDecade = (indices: Uint32Array) => indices.filter((i) => wide[i]! < 10).length;
  assert.ok(inFirstDecade(logarithmic) > 80);
  assert.ok(inFirstDecade(straight) < 5);
});

test('points at one place are one column', () => {
  const { y: kept } = thin(
    new Float64Array(1000).fill(3),
    Float64Array.from({ length: 1000 }, (_, i) => i % 10),
    20,
  );
  assert.deepEqual([Math.min(...kept), Math.max(...kept)], [0, 9]);
  assert.ok(kept.length <= 4);
});

test('wrong lengths, order and widths are refused', () => {
  assert.throws(() => thin([1], [1, 2], 10), { code: 'OPTION', message: /x.*1 values.*2/ });
  assert.throws(() => thin([3, 2, 1, 0, -1], [1, 2, 3, 4, 5], 1), { code: 'OPTION', message: /ascending/ });
  for (const pixels of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => thin([1], [1], pixels), { code: 'OPTION', message: /pixels/ });
  }
});
