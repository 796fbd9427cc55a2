import type { Side, Windows } from '../../src/kernel';
import { Pcg64 } from '../../src/market';

/**
 * The study's kernel once more, from its text alone and as slow as it reads: every value is worked out
 * anew from the closes, nothing is kept between bars.
 */

type Values = (bar: number) => number;

function wmaAt(x: Values, n: number, bar: number): number {
  if (bar < n - 1) return NaN;
  let numerator = 0;
  for (let j = 0; j <= n - 1; j++) numerator = numerator + x(bar - n + 1 + j) * (j + 1);
  return numerator / ((n * (n + 1)) / 2);
}

export interface Position {
  side: Side;
  trades: number;
  pnl: number;
}

/** The books after each bar, at a fee in percent of a trade's entry price. */
export function slowBooks(close: Float64Array, w: Windows, fee = 0.09): Position[] {
  const price: Values = (bar) => close[bar];
  const raw: Values = (bar) => 2 * wmaAt(price, w.half, bar) - wmaAt(price, w.full, bar);
  const raw3: Values = (bar) =>
    3 * wmaAt(price, w.pThird, bar) - wmaAt(price, w.pHalf, bar) - wmaAt(price, w.p, bar);
  const books: Position[] = [];
  let [side, entry, trades, pnl]: [Side, number, number, number] = [0, NaN, 0, 0];
  for (let bar = 0; bar < close.length; bar++) {
    const hma = wmaAt(raw, w.sqrt, bar);
    const hma3 = wmaAt(raw3, w.p, bar);
    const exists = !Number.isNaN(hma) && !Number.isNaN(hma3);
    const wanted: Side = !exists || hma3 === hma ? side : hma3 > hma ? 1 : -1;
    if (wanted !== side) {
      if (side !== 0) {
        pnl = pnl + (((side * (close[bar] - entry)) / entry) * 100 - fee);
        trades = trades + 1;
      }
      side = wanted;
      entry = close[bar];
    }
    books.push({ side, trades, pnl });
  }
  return books;
}

/** Series of every kind a kernel must stand: walks, ticks with ties, flat stretches, jumps, scales, NaN, infinities. */
export function hardSeries(seed: number): Float64Array {
  const bits = new Pcg64(seed);
  const length = 1 + Math.floor(bits.double() * 60);
  const scale = [1, 1e-300, 1e300, 100, 1e-8, 1e9][seed % 6];
  const kind = Math.floor(bits.double() * 5);
  let price = 100;
  return Float64Array.from({ length }, () => {
    if (kind === 0) price *= 1 + (bits.double() - 0.5) / 50;
    if (kind === 1) price = Math.max(1, price + Math.round((bits.double() - 0.5) * 4));
    if (kind === 2 && bits.double() < 0.2) price = 50 + bits.double() * 100;
    if (kind === 3) price = bits.double() < 0.1 ? 1e6 : 1 + bits.double();
    if (kind === 4) {
      price *= 1 + (bits.double() - 0.5) / 10;
      const odd = bits.double();
      if (odd < 0.03) return NaN;
      if (odd < 0.05) return Infinity;
      if (odd < 0.06) return -Infinity;
      if (odd < 0.08) return 0;
    }
    return price * scale;
  });
}

/** Six windows that need have nothing to do with each other. */
export function anyWindows(seed: number, longest: number): Windows {
  const bits = new Pcg64(seed);
  const next = (): number => 1 + Math.floor(bits.double() * bits.double() * longest);
  return { half: next(), full: next(), sqrt: next(), pThird: next(), pHalf: next(), p: next() };
}
