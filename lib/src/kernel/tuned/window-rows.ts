import { wmaBars } from './wma-bars';

/** Averages of the close over one window, for a range of bars that may grow at both ends. */
class Row {
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
    this.values = new Float64Array(places);
  }

  /** Moves place 0 to a later bar, and keeps what is still on the row. */
  move(origin: number): void {
    if (origin === this.origin) return;
    const from = Math.max(this.from, origin);
    const to = Math.max(this.to, from);
    this.values.copyWithin(from - origin, from - this.origin, to - this.origin);
    [this.from, this.to, this.origin] = [from, to, origin];
  }

  /** Sees to it that the bars `from` to `to` are there. What lies apart from them is given up. */
  reach(closes: Float64Array, from: number, to: number): void {
    const gap = Math.max(this.from - to, from - this.to);
    if (this.from === this.to || gap > to - from) this.from = this.to = from;
    if (from < this.from) {
      this.#fill(closes, from, this.from);
      this.from = from;
    }
    if (to > this.to) {
      this.#fill(closes, this.to, to);
      this.to = to;
    }
  }

  #fill(closes: Float64Array, from: number, to: number): void {
    wmaBars(closes, from, this.n, to - from, this.values, from - this.origin);
  }
}

/** The averages of the close that combos share: one row a window length, made when first asked for. */
export class WindowRows {
  /** The bar at place 0 of every row. */
  origin = 0;
  readonly #rows = new Map<number, Row>();

  /** @param places Room for this many bars a row. */
  constructor(private readonly places: number) {}

  /** The row of window `n` with the bars `from` to `to` on it, each at its distance from `origin`. */
  row(closes: Float64Array, n: number, from: number, to: number): Float64Array {
    let row = this.#rows.get(n);
    if (row === undefined) {
      row = new Row(n, this.places);
      this.#rows.set(n, row);
    }
    row.move(this.origin);
    row.reach(closes, from, to);
    return row.values;
  }
}
