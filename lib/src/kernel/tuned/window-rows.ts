import { SIDE_BY_SIDE, windowsAtOnce } from './windows-at-once';
import { wmaBars } from './wma-bars';

/** What a division costs, in products. */
const DIVISION = 4;

/** Averages of the close over one window, for a range of bars that may grow at both ends. */
class Row {
  /** The values, and room on both sides for what `windowsAtOnce` writes there. */
  readonly memory: Float64Array;
  readonly values: Float64Array;
  /** The bar at place 0. */
  origin = 0;
  /** The bars that are there, `from` to `to`. */
  from = 0;
  to = 0;

  constructor(
    private readonly n: number,
    places: number,
  ) {
    this.memory = new Float64Array(places + 2 * SIDE_BY_SIDE);
    this.values = this.memory.subarray(SIDE_BY_SIDE, SIDE_BY_SIDE + places);
  }

  /** Moves place 0 to a later bar, and keeps what is still on the row. */
  move(origin: number): void {
    if (origin === this.origin) return;
    const from = Math.max(this.from, origin);
    const to = Math.max(this.to, from);
    this.values.copyWithin(from - origin, from - this.origin, to - this.origin);
    [this.from, this.to, this.origin] = [from, to, origin];
  }

  /** How many of the bars `from` to `to` there are to work out. */
  lacking(from: number, to: number): number {
    if (this.#apart(from, to)) return to - from;
    return Math.max(0, this.from - from) + Math.max(0, to - this.to);
  }

  /** Sees to it that the bars `from` to `to` are there. What lies apart from them is given up. */
  reach(closes: Float64Array, from: number, to: number): void {
    if (this.#apart(from, to)) this.from = this.to = from;
    if (from < this.from) {
      this.#fill(closes, from, this.from);
      this.from = from;
    }
    if (to > this.to) {
      this.#fill(closes, this.to, to);
      this.to = to;
    }
  }

  /** Whether more lies between than is asked for. */
  #apart(from: number, to: number): boolean {
    return this.from === this.to || Math.max(this.from - to, from - this.to) > to - from;
  }

  #fill(closes: Float64Array, from: number, to: number): void {
    wmaBars(closes, from, this.n, to - from, this.values, from - this.origin);
  }
}

/**
 * The averages of the close that combos share: one row a window length. A few bars are worked out for a window alone;
 * once a block has spent on such what all windows of all its bars cost at once, they are worked out at once. That is
 * done where all of them alone cost twice as much or more, so that it is never the longer way.
 */
export class WindowRows {
  readonly #lengths: readonly number[];
  readonly #longest: number;
  readonly #rows = new Map<number, Row>();
  /** What `windowsAtOnce` takes. */
  #x: Float64Array | null = null;
  #origin = 0;
  #end = 0;
  /** Products of this block that were spent on a window alone. */
  #spent = 0;
  /** How many may be. */
  #most = 0;

  /**
   * @param windows The lengths that rows are asked for.
   * @param places Room for this many bars a row.
   */
  constructor(
    windows: Iterable<number>,
    private readonly places: number,
  ) {
    this.#lengths = [...new Set(windows)].sort((a, b) => a - b);
    this.#longest = Math.max(...this.#lengths);
  }

  /** Turns to the bars from `origin`, which is place 0 of every row from now on, to `end`. */
  begin(origin: number, end: number): void {
    this.#origin = origin;
    this.#end = end;
    this.#spent = 0;
    const bars = end - origin;
    const atOnce = (bars + this.#longest) * this.#longest + bars * this.#lengths.length * DIVISION;
    const alone = bars * this.#lengths.reduce((sum, n) => sum + n, 0);
    this.#most = alone >= 2 * atOnce ? atOnce : Infinity;
  }

  /** The row of window `n` with the bars `from` to `to` on it, each at its distance from the origin. */
  row(closes: Float64Array, n: number, from: number, to: number): Float64Array {
    const row = this.#row(n);
    this.#spent += n * row.lacking(from, to);
    if (this.#spent <= this.#most) row.reach(closes, from, to);
    else if (row.lacking(from, to) > 0) this.#fillAll(closes);
    return row.values;
  }

  #row(n: number): Row {
    let row = this.#rows.get(n);
    if (row === undefined) {
      row = new Row(n, this.places);
      this.#rows.set(n, row);
    }
    row.move(this.#origin);
    return row;
  }

  /** Completes every row. Bars before a window is full are NaN. */
  #fillAll(closes: Float64Array): void {
    const [origin, end, before] = [this.#origin, this.#end, this.#longest - 1];
    const rows = this.#lengths.map((n) => this.#row(n));
    const from = Math.min(...rows.map((row) => (row.from <= origin ? row.to : origin)));
    this.#x ??= new Float64Array(before + this.places + SIDE_BY_SIDE);
    this.#x.fill(NaN);
    const first = Math.max(0, from - before);
    this.#x.set(closes.subarray(first, end), first - (from - before));
    const memories = rows.map(({ memory }) => memory);
    windowsAtOnce(this.#x, this.#lengths, end - from, memories, SIDE_BY_SIDE + from - origin);
    for (const row of rows) [row.from, row.to] = [origin, end];
  }
}
