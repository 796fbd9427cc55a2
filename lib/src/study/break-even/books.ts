import type { BarKernel } from '../../kernel';

/** The books after each bar of a series: side, closed trades and their PnL in percent, cumulative. */
export interface Books {
  side: Int8Array;
  trades: Int32Array;
  pnl: Float64Array;
}

export const emptyBooks = (bars: number): Books => ({
  side: new Int8Array(bars),
  trades: new Int32Array(bars),
  pnl: new Float64Array(bars),
});

/** The books that a fresh kernel keeps over the closes. */
export function booksOf(kernel: BarKernel, close: Float64Array): Books {
  const books = emptyBooks(close.length);
  for (let bar = 0; bar < close.length; bar++) {
    const { side, trades, pnl } = kernel.tick(close[bar]);
    books.side[bar] = side;
    books.trades[bar] = trades;
    books.pnl[bar] = pnl;
  }
  return books;
}

/** How two sets of books compare over a stretch of bars. */
export interface BooksComparison {
  /** Bars after which side, trades or any bit of the PnL differ; NaN equals NaN. */
  mismatches: number;
  /** The first of them, counted from 0; null when there is none. */
  first: number | null;
}

/** How the gate says it of a session. */
export const otherBooks = (mismatches: number): string =>
  `other books than the in-process kernel's after ${mismatches} ${mismatches === 1 ? 'bar' : 'bars'}`;

/** Compares the books after each bar from `from` up to, not including, `to`. */
export function compareBooks(expected: Books, actual: Books, from: number, to: number): BooksComparison {
  let mismatches = 0;
  let first: number | null = null;
  for (let bar = from; bar < to; bar++) {
    const same =
      expected.side[bar] === actual.side[bar] &&
      expected.trades[bar] === actual.trades[bar] &&
      Object.is(expected.pnl[bar], actual.pnl[bar]);
    if (same) continue;
    mismatches++;
    first ??= bar;
  }
  return { mismatches, first };
}
