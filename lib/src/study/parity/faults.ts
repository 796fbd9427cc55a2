import {
  compareResults,
  type Divergence,
  FAULTS,
  type FaultName,
  firstDivergence,
  Ledger,
  LiveKernel,
  type SweepResult,
  type Windows,
} from '../../kernel';
import { type Books, booksOf, compareBooks } from '../break-even/books';
import { type Drift, drift } from './drift';

/** A deliberately wrong kernel run live beside the right one. */
export interface FaultFound {
  name: FaultName;
  /** Null when the books never differed. */
  divergence: Divergence | null;
  mismatches: number;
  end: { trades: number; pnl: number };
  /** Whether the gate, which sees only the end, tells it apart as well. */
  caughtByGate: boolean;
  drift: Drift;
}

/** What the faults are run over: one combo of the closes, at a fee in percent of a trade's entry price. */
export interface OneCombo {
  close: Float64Array;
  windows: Windows;
  fee: number;
}

/** Runs each of the six faults over the closes; `right` is the right kernel's books over the same. */
export function runFaults({ close, windows, fee }: OneCombo, right: Books): FaultFound[] {
  return FAULTS.map((fault) => {
    const books = booksOf(fault.live(windows, { fee }), close);
    const end = close.length - 1;
    return {
      name: fault.name,
      divergence: firstDivergence(
        close,
        new LiveKernel(windows, new Ledger(fee)),
        fault.live(windows, { fee }),
      ),
      mismatches: compareBooks(right, books, 0, close.length).mismatches,
      end: { trades: books.trades[end], pnl: books.pnl[end] },
      caughtByGate: !compareResults(resultAt(right, end), resultAt(books, end)).same,
      drift: drift(right.pnl, books.pnl),
    };
  });
}

const resultAt = ({ pnl, trades }: Books, bar: number): SweepResult => ({
  pnl: pnl.slice(bar, bar + 1),
  trades: trades.slice(bar, bar + 1),
});
