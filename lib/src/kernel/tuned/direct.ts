import type { Windows } from '../windows';
import { WindowRows } from './window-rows';
import { wmaBars } from './wma-bars';

/** An average that was worked out for some bars, so that combos with equal windows share it. */
class Worked {
  #key: readonly number[] = [];
  #from = 0;
  #to = 0;

  constructor(readonly values: Float64Array) {}

  /** Whether it is there already; else it is taken for made. */
  has(key: readonly number[], from: number, to: number): boolean {
    const same = this.#key.length === key.length && key.every((n, i) => n === this.#key[i]);
    if (same && from >= this.#from && to <= this.#to) return true;
    [this.#key, this.#from, this.#to] = [key, from, to];
    return false;
  }

  forget(): void {
    this.#key = [];
  }
}

/**
 * The reference's averages in the reference's arithmetic, for any range of bars of a block: many bars at once, the
 * averages of the close shared by all combos of the block, and the outer ones by those of equal windows.
 */
export class Direct {
  readonly hma: Float64Array;
  readonly hma3: Float64Array;
  /** The block's first bar: place 0 of `hma` and `hma3`. */
  #first = 0;
  /** The bar at place 0 of the rows. */
  #origin = 0;
  readonly #rows: WindowRows;
  readonly #raw: Float64Array;
  readonly #worked: { hma: Worked; hma3: Worked };

  /** How many inner averages before a bar the longest outer one takes. */
  readonly #history: number;

  /**
   * @param combos All that it is asked for.
   * @param block The most bars of a block.
   */
  constructor(
    private readonly closes: Float64Array,
    combos: readonly Windows[],
    block: number,
  ) {
    this.#history = Math.max(...combos.map(({ sqrt, p }) => Math.max(sqrt, p))) - 1;
    const places = this.#history + block;
    const inner = combos.flatMap(({ half, full, pThird, pHalf, p }) => [half, full, pThird, pHalf, p]);
    this.#rows = new WindowRows(inner, places);
    this.#raw = new Float64Array(places);
    this.hma = new Float64Array(block);
    this.hma3 = new Float64Array(block);
    this.#worked = { hma: new Worked(this.hma), hma3: new Worked(this.hma3) };
  }

  /** Turns to the block of the bars `first` to `end`, which lies after the one before. */
  begin(first: number, end: number): void {
    this.#first = first;
    this.#origin = first - this.#history;
    this.#rows.begin(this.#origin, end);
    this.#worked.hma.forget();
    this.#worked.hma3.forget();
  }

  /** Works out both averages for the bars `from` to `to` of the block, at which both exist. */
  work(windows: Windows, from: number, to: number): void {
    this.#workHma(windows, from, to);
    this.#workHma3(windows, from, to);
  }

  #workHma({ half, full, sqrt }: Windows, from: number, to: number): void {
    if (this.#worked.hma.has([half, full, sqrt], from, to)) return;
    const raw = this.#raw;
    const start = from - sqrt + 1;
    const shift = start - this.#origin;
    const a = this.#rows.row(this.closes, half, start, to);
    const b = this.#rows.row(this.closes, full, start, to);
    for (let i = 0; i < to - start; i++) raw[i] = 2 * a[i + shift] - b[i + shift];
    wmaBars(raw, sqrt - 1, sqrt, to - from, this.hma, from - this.#first);
  }

  #workHma3({ pThird, pHalf, p }: Windows, from: number, to: number): void {
    if (this.#worked.hma3.has([pThird, pHalf, p], from, to)) return;
    const raw = this.#raw;
    const start = from - p + 1;
    const shift = start - this.#origin;
    const a = this.#rows.row(this.closes, pThird, start, to);
    const b = this.#rows.row(this.closes, pHalf, start, to);
    const c = this.#rows.row(this.closes, p, start, to);
    for (let i = 0; i < to - start; i++) raw[i] = 3 * a[i + shift] - b[i + shift] - c[i + shift];
    wmaBars(raw, p - 1, p, to - from, this.hma3, from - this.#first);
  }
}
