import type { Magnitudes } from './certificate';

/** Beyond these the filters' products might overflow, or the reference's underflow: such a block is done directly. */
const SMALLEST_CLOSE = 1e-250;
const LARGEST_CLOSE = 1e250;
const LARGEST_SUM = 1e280;

/**
 * A block of bars and the history before it, centred on the block's first close and summed up four times. Centred, and
 * begun anew with each block, the sums stay small, and so do their roundings.
 */
export class Sums implements Magnitudes {
  /** The fourfold sums. Place `history + k` is the block's bar k; before the series' first bar all is 0. */
  readonly values: Float64Array;
  close = 0;
  centred = 0;
  p1 = 0;
  p2 = 0;
  p3 = 0;
  p4 = 0;
  /** Whether all values are finite and far from float64's ends, so that the bound on roundings holds. */
  sound = false;

  constructor(
    readonly history: number,
    block: number,
  ) {
    this.values = new Float64Array(history + block);
  }

  /** Takes in the block's bars, `first` to `end`, and the history before them. */
  fill(closes: Float64Array, first: number, end: number): void {
    const { values, history } = this;
    const start = Math.max(0, first - history);
    const shift = history - first;
    const centre = closes[first];
    values.fill(0, 0, start + shift);
    let close = 0;
    let centred = 0;
    let m1 = 0;
    let m2 = 0;
    let m3 = 0;
    let m4 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    for (let bar = start; bar < end; bar++) {
      const price = closes[bar];
      const x = price - centre;
      s1 += x;
      s2 += s1;
      s3 += s2;
      s4 += s3;
      values[bar + shift] = s4;
      close = Math.max(close, Math.abs(price));
      centred = Math.max(centred, Math.abs(x));
      m1 = Math.max(m1, Math.abs(s1));
      m2 = Math.max(m2, Math.abs(s2));
      m3 = Math.max(m3, Math.abs(s3));
      m4 = Math.max(m4, Math.abs(s4));
    }
    this.close = close;
    this.centred = centred;
    this.p1 = m1;
    this.p2 = m2;
    this.p3 = m3;
    this.p4 = m4;
    // false for NaN too, which Math.max keeps
    this.sound = close > SMALLEST_CLOSE && close < LARGEST_CLOSE && m4 < LARGEST_SUM;
  }
}
