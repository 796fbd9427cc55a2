import { type Book, turn } from './book';
import type { Direct } from './direct';

/** HMA3 - HMA of one combo over one block, as the filters give it; place 0 is bar `first`. */
export interface Estimates {
  first: number;
  /** How many bars the block has. */
  count: number;
  readonly difference: Float64Array;
  /** How far it can be from the reference's. */
  bound: number;
}

/**
 * Takes the bars of a block, from place `from` on, through a combo's books. Where the averages are further apart than
 * the bound their order is the reference's; the other bars are decided again, in the reference's arithmetic.
 */
export function decide(
  closes: Float64Array,
  book: Book,
  from: number,
  block: Estimates,
  direct: Direct,
): void {
  const { first, count, difference, bound } = block;
  const { fee } = book;
  let { side, entry, pnl, trades } = book;
  let again: Again | null = null;
  for (let i = heldUntil(difference, side, bound, from, count); i < count; ) {
    const d = difference[i];
    let wanted = d > bound ? 1 : d < -bound ? -1 : 0;
    if (wanted === 0) {
      again ??= new Again(book, block, i, direct);
      wanted = again.order(i);
    }
    if (wanted !== 0 && wanted !== side) {
      const price = closes[first + i];
      if (side !== 0) {
        pnl += ((side * (price - entry)) / entry) * 100 - fee;
        trades++;
      }
      side = wanted;
      entry = price;
    }
    i = heldUntil(difference, side, bound, i + 1, count);
  }
  book.side = side;
  book.entry = entry;
  book.pnl = pnl;
  book.trades = trades;
}

/**
 * The first place from `i` on where the side that is held is not certainly to be kept; `count` where there is none. Most
 * bars are passed here, four at a time.
 */
function heldUntil(d: Float64Array, side: number, bound: number, i: number, count: number): number {
  const four = count - 3;
  if (side > 0) {
    while (i < four && d[i] > bound && d[i + 1] > bound && d[i + 2] > bound && d[i + 3] > bound) i += 4;
    while (i < count && d[i] > bound) i++;
  } else if (side < 0) {
    while (i < four && d[i] < -bound && d[i + 1] < -bound && d[i + 2] < -bound && d[i + 3] < -bound) i += 4;
    while (i < count && d[i] < -bound) i++;
  }
  return i;
}

/** Takes bars through the books by the reference's averages alone. */
export function decideDirectly(
  closes: Float64Array,
  book: Book,
  from: number,
  { first, count }: Estimates,
  direct: Direct,
): void {
  direct.work(book.windows, first + from, first + count);
  const { hma, hma3 } = direct;
  book.uncertain += count - from;
  book.recomputed += count - from;
  for (let i = from; i < count; i++) {
    const wanted = hma3[i] > hma[i] ? 1 : hma3[i] < hma[i] ? -1 : 0;
    if (wanted !== 0 && wanted !== book.side) turn(book, wanted, closes[first + i]);
  }
}

/** A bar alone costs its whole windows, so even the shortest is weighed as this many bars. */
const LEAST_WINDOW = 8;

/**
 * The bars of a block that the bound leaves open. Worked out one by one, each costs p inner averages; worked out in one
 * go from the first to the last, p and one for each bar between. Whichever is less is done.
 */
class Again {
  /** The last open bar. */
  readonly #last: number;
  /** How many are left. */
  #open = 0;
  /** Bars up to this place are worked out, from the last that was asked for. */
  #known = 0;

  constructor(
    private readonly book: Book,
    private readonly block: Estimates,
    from: number,
    private readonly direct: Direct,
  ) {
    const { count, difference, bound } = block;
    let last = from;
    for (let i = from; i < count; i++) {
      // so written, a NaN is open
      if (!(Math.abs(difference[i]) > bound)) {
        last = i;
        this.#open++;
      }
    }
    this.#last = last;
    book.uncertain += this.#open;
  }

  /** The side that the reference wants at place `i`, the next open one; 0 where it keeps what it has. */
  order(i: number): number {
    if (i >= this.#known) this.#work(i);
    this.#open--;
    const { hma, hma3 } = this.direct;
    return hma3[i] > hma[i] ? 1 : hma3[i] < hma[i] ? -1 : 0;
  }

  #work(i: number): void {
    const { first } = this.block;
    const { windows } = this.book;
    const between = this.#last + 1 - i;
    const window = Math.max(windows.p, LEAST_WINDOW);
    this.#known = this.#open * window >= between + window ? this.#last + 1 : i + 1;
    this.direct.work(windows, first + i, first + this.#known);
    this.book.recomputed += this.#known - i;
  }
}
