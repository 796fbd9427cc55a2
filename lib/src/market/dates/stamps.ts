import type { Grain } from './stamp';

/** Points in time, one a bar, to be compared: no clock's unit is promised. */
export class Stamps {
  /** Milliseconds from 1970, for counts the count itself. */
  readonly high: Float64Array;
  /** What is finer, in nanoseconds: 19 digits do not fit into a float. */
  readonly low: Uint32Array;
  /** What they hold; `count` where they are numbers of no known clock. */
  grain: Grain | 'count' = 'date';
  /** Whether they are days without a time of day. */
  days = false;
  /** Whether they tell their offset from UTC, as epochs do. */
  zoned = false;

  constructor(length: number) {
    this.high = new Float64Array(length);
    this.low = new Uint32Array(length);
  }

  get length(): number {
    return this.high.length;
  }

  /** Below zero where bar `a` is earlier than bar `b`, zero where they are at one time. */
  compare(a: number, b: number): number {
    return this.high[a] - this.high[b] || this.low[a] - this.low[b];
  }

  /** Without years, a step of more than half of one may be a step over New Year the other way. */
  leapsOver(row: number): boolean {
    return this.grain === 'yearless' && Math.abs(this.high[row] - this.high[row - 1]) > HALF_YEAR;
  }
}

const HALF_YEAR = 183 * 86_400_000;
