import { knownOptions } from '../errors';
import { type Averages, averages } from './averages';
import type { FeeOption } from './fee';
import { checkFloats } from './floats';
import { Ledger, type Side } from './ledger';
import { checkWindows, type Windows } from './windows';

/** A change of side: the old position closed and the new one entered at this bar's close. */
export interface Flip {
  /** Index of the bar, from 0. */
  bar: number;
  /** The side entered. */
  side: Side;
  /** The bar's close. */
  price: number;
  /** Net gain of the trade closed here, in percent of its entry; null at the first entry, which closes none. */
  gain: number | null;
}

/** One combo in full: what the sweep only sums up. */
export interface Trace extends Averages {
  flips: Flip[];
  trades: number;
  pnl: number;
}

/** Writes down each flip as the books turn. */
class TracingLedger extends Ledger {
  readonly flips: Flip[] = [];

  at(bar: number, hma3: number, hma: number, close: number): void {
    const gain = this.side === 0 ? null : this.gain(close);
    if (this.bar(hma3, hma, close)) this.flips.push({ bar, side: this.side, price: close, gain });
  }
}

/**
 * One combo with its averages and every flip, for figures and for comparing kernels event by event.
 * Trades and PnL are the sweep's, bit for bit.
 * @throws OptionError naming the window or the fee that is out of range.
 */
export function trace(close: Float64Array, windows: Windows, options: FeeOption = {}): Trace {
  checkFloats('close', close);
  checkWindows(windows);
  knownOptions(options, ['fee']);
  const { hma, hma3 } = averages(close, windows);
  const ledger = new TracingLedger(options.fee);
  for (let i = 0; i < close.length; i++) ledger.at(i, hma3[i], hma[i], close[i]);
  return { hma, hma3, flips: ledger.flips, trades: ledger.trades, pnl: ledger.pnl };
}

/** The flips of one combo, in time order. */
export function events(close: Float64Array, windows: Windows, options: FeeOption = {}): Flip[] {
  return trace(close, windows, options).flips;
}
