import { OptionError } from '../errors';
import { Ledger, type Side } from './ledger';
import { LiveWma } from './live-wma';
import { checkWindows, type Windows } from './windows';

/** The books after a bar. Trades and pnl are cumulative. */
export interface Tick {
  side: Side;
  trades: number;
  pnl: number;
}

/** Anything that takes closes one at a time and keeps books: this kernel, a faulty one, an engine's session. */
export interface BarKernel {
  tick(close: number): Tick;
}

/**
 * The study's kernel bar by bar, as a live loop would run it. After any number of ticks its books equal
 * the sweep's over the same closes, bit for bit. O(window) a bar; memory grows with the ticks up to the
 * windows.
 */
export class LiveKernel implements BarKernel {
  readonly #half: LiveWma;
  readonly #full: LiveWma;
  readonly #hma: LiveWma;
  readonly #pThird: LiveWma;
  readonly #pHalf: LiveWma;
  readonly #p: LiveWma;
  readonly #hma3: LiveWma;
  readonly #ledger: Ledger;

  /**
   * @param ledger Whose books to keep; by default fresh, correct ones at the study's fee. `new Ledger(fee)` has another.
   * @throws OptionError naming the window that is out of range.
   */
  constructor(windows: Windows, ledger = new Ledger()) {
    checkWindows(windows);
    this.#half = new LiveWma(windows.half);
    this.#full = new LiveWma(windows.full);
    this.#hma = new LiveWma(windows.sqrt);
    this.#pThird = new LiveWma(windows.pThird);
    this.#pHalf = new LiveWma(windows.pHalf);
    this.#p = new LiveWma(windows.p);
    this.#hma3 = new LiveWma(windows.p);
    this.#ledger = ledger;
  }

  /**
   * Takes in the next bar's close; NaN and infinities follow float64 arithmetic.
   * @throws OptionError when `close` is no number at all.
   */
  tick(close: number): Tick {
    if (typeof close !== 'number') throw new OptionError('close', close, 'a closing price');
    const hma = this.#hma.push(2 * this.#half.push(close) - this.#full.push(close));
    const hma3 = this.#hma3.push(
      3 * this.#pThird.push(close) - this.#pHalf.push(close) - this.#p.push(close),
    );
    const ledger = this.#ledger;
    ledger.bar(hma3, hma, close);
    return { side: ledger.side, trades: ledger.trades, pnl: ledger.pnl };
  }
}
