import type { Windows } from '../windows';
import { type Certificate, certificateOf } from './certificate';
import { firstBar, reachOf, type Taps, tapsOf } from './taps';

/** One combo of a sweep: what is fixed of it, and its books as `Ledger` keeps them. */
export class Book {
  readonly certificate: Certificate;
  readonly taps: Taps;
  /** The first bar at which both averages exist. */
  readonly firstBar: number;
  /** How many bars before a bar it looks at. */
  readonly reach: number;
  /** 1 long, -1 short, 0 not yet in the market. */
  side = 0;
  entry = NaN;
  pnl = 0;
  trades = 0;
  /** Bars that the bound left open. */
  uncertain = 0;
  /** Bars worked out in the reference's arithmetic: those, and what lay between them. */
  recomputed = 0;

  /** @param fee In percent of a trade's entry price. */
  constructor(
    readonly windows: Windows,
    readonly fee: number,
  ) {
    this.certificate = certificateOf(windows);
    this.taps = tapsOf(windows);
    this.firstBar = firstBar(windows);
    this.reach = reachOf(windows);
  }
}

/** Closes what is held, if anything, and enters `side` at `price`: the reference's expression, term by term. */
export function turn(book: Book, side: number, price: number): void {
  if (book.side !== 0) {
    book.pnl += ((book.side * (price - book.entry)) / book.entry) * 100 - book.fee;
    book.trades++;
  }
  book.side = side;
  book.entry = price;
}
