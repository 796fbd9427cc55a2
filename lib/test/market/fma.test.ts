import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fma } from '../../src/market/fma';
import { Pcg64 } from '../../src/market/pcg64';

/** A float64 as an integer times 2^exponent. */
function exactly(x: number): { integer: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = biased === 0 ? fraction : fraction | (1n << 52n);
  return { integer: x < 0 ? -magnitude : magnitude, exponent: Math.max(biased, 1) - 1075 };
}

/** The float64 nearest to integer * 2^exponent, halves to even; exact integer arithmetic, normal range only. */
function nearest(integer: bigint, exponent: number): number {
  if (integer === 0n) return 0;
  const negative = integer < 0n;
  let magnitude = negative ? -integer : integer;
  const surplus = magnitude.toString(2).length - 53;
  if (surplus > 0) {
    const unit = 1n << BigInt(surplus);
    const rest = magnitude % unit;
    magnitude /= unit;
    if (rest * 2n > unit || (rest * 2n === unit && magnitude % 2n === 1n)) magnitude += 1n;
    exponent += surplus;
  }
  const value = Number(magnitude) * 2 ** exponent;
  return negative ? -value : value;
}

function slowFma(a: number, b: number, c: number): number {
  const [x, y, z] = [exactly(a), exactly(b), exactly(c)];
  const exponent = Math.min(x.exponent + y.exponent, z.exponent);
  const product = (x.integer * y.integer) << BigInt(x.exponent + y.exponent - exponent);
  return nearest(product + (z.integer << BigInt(z.exponent - exponent)), exponent);
}

test('fma equals exact integer arithmetic, rounded once', () => {
  const bits = new Pcg64(3);
  const value = (spread: number): number =>
    (bits.double() - 0.5) * 2 ** Math.floor((bits.double() - 0.5) * spread);
  for (let i = 0; i < 20_000; i++) {
    const [a, b] = [value(40), value(40)];
    // Now unrelated, now so that most of it cancels, now half a unit of the product.
    const c = i % 3 === 0 ? value(100) : i % 3 === 1 ? -a * b * (1 + value(60)) : a * b * 2 ** -53;
    assert.equal(fma(a, b, c), slowFma(a, b, c), `fma(${a}, ${b}, ${c})`);
  }
});

test('fma rounds once where two roundings would go wrong', () => {
  // The product's tail is just above, at, and just below a half unit of the sum.
  const half = 2 ** -53;
  const cases: [number, number, number][] = [
    [half, 1 + 2 ** -52, 1],
    [half, 1, 1],
    [half, 1 - 2 ** -53, 1],
    [half, 1, 1 + 2 ** -52],
    [-half, 1 + 2 ** -52, 1 + 2 ** -52],
    [1 + 2 ** -27, 1 + 2 ** -27, -1],
    [1 + 2 ** -30, 1 - 2 ** -30, -1],
    [3, 0.1, -0.3],
    [0, 5, 7],
    [5, 7, 0],
  ];
  for (const [a, b, c] of cases) {
    assert.equal(fma(a, b, c), slowFma(a, b, c), `fma(${a}, ${b}, ${c})`);
  }
  assert.notEqual(fma(1 + 2 ** -30, 1 - 2 ** -30, -1), (1 + 2 ** -30) * (1 - 2 ** -30) - 1);
});
