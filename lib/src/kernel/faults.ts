import { knownOptions } from '../errors';
import { type FeeOption, feePercent } from './fee';
import { Ledger, type Side } from './ledger';
import { type BarKernel, LiveKernel } from './live';
import { type SweepOptions, type SweepParts, type SweepResult, SweepRun } from './sweep';
import { checkWindows, WINDOW_NAMES, type Windows } from './windows';

/** The six ways the study's kernel is made wrong on purpose. */
export type FaultName =
  | 'fee-before-percent'
  | 'fee-left-out'
  | 'nan-branch'
  | 'window-off-by-one'
  | 'same-bar-look-ahead'
  | 'first-position-late';

/** A kernel with one mistake of the kind that makes backtest and live trading drift apart. */
export interface Fault {
  readonly name: FaultName;
  /** A few words, for a legend. */
  readonly title: string;
  /** What it does wrong. */
  readonly description: string;
  /** How it comes about, usually. */
  readonly cause: string;
  /** The wrong kernel over a whole series, as `sweep`. */
  sweep(close: Float64Array, combos: readonly Windows[], options?: SweepOptions): SweepResult;
  /** The wrong kernel bar by bar, as `LiveKernel`; the same mistake, the same books. */
  live(windows: Windows, options?: FeeOption): BarKernel;
}

class FeeBeforePercent extends Ledger {
  protected override gain(exit: number): number {
    return ((this.side * (exit - this.entry)) / this.entry - this.fee) * 100;
  }
}

class FeeLeftOut extends Ledger {
  protected override gain(exit: number): number {
    return ((this.side * (exit - this.entry)) / this.entry) * 100;
  }
}

class NanBranch extends Ledger {
  protected override wanted(hma3: number, hma: number): Side {
    if (hma3 === hma) return this.side;
    return hma3 > hma ? 1 : -1;
  }
}

class SameBarLookAhead extends Ledger {
  #previous = NaN;

  override bar(hma3: number, hma: number, close: number): boolean {
    const fill = Number.isNaN(this.#previous) ? close : this.#previous;
    this.#previous = close;
    return super.bar(hma3, hma, fill);
  }
}

class FirstPositionLate extends Ledger {
  #seen: Side = 0;

  protected override wanted(hma3: number, hma: number): Side {
    const wanted = super.wanted(hma3, hma);
    if (this.side !== 0) return wanted;
    const before = this.#seen;
    if (wanted !== 0) this.#seen = wanted;
    return before !== 0 && wanted === -before ? wanted : 0;
  }
}

function oneLonger(windows: Windows): Windows {
  const longer = WINDOW_NAMES.map((name) => [name, windows[name] + 1]);
  return Object.fromEntries(longer) as unknown as Windows;
}

function fault(name: FaultName, title: string, description: string, cause: string, parts: SweepParts): Fault {
  return {
    name,
    title,
    description,
    cause,
    sweep(close, combos, options = {}) {
      return new SweepRun(close, combos, options, parts).finish();
    },
    live(windows, options = {}) {
      checkWindows(windows);
      knownOptions(options, ['fee']);
      const fee = feePercent(options.fee);
      return new LiveKernel(parts.windows?.(windows) ?? windows, parts.ledger?.(fee) ?? new Ledger(fee));
    },
  };
}

/** Every fault, in a fixed order. Each must make the gate false on the study's series. */
export const FAULTS: readonly Fault[] = [
  fault(
    'fee-before-percent',
    'fee before percent',
    'Takes the fee off the fraction and then multiplies by 100: a fee a hundred times as high.',
    'The fee is kept in percent and the gain as a fraction; a bracket moved while tidying the formula.',
    { ledger: (fee) => new FeeBeforePercent(fee) },
  ),
  fault(
    'fee-left-out',
    'fee left out',
    'Books the gain of each trade without its fee.',
    'The live loop leaves fees to the broker statement, the backtest subtracts them itself, and one is compared with the other.',
    { ledger: (fee) => new FeeLeftOut(fee) },
  ),
  fault(
    'nan-branch',
    'NaN taken for short',
    'Goes short where an average is NaN, so it holds a position before its windows are full.',
    'The side is chosen by "above, else short": a comparison with NaN is false, and the else branch gets it.',
    { ledger: (fee) => new NanBranch(fee) },
  ),
  fault(
    'window-off-by-one',
    'window off by one',
    'Averages over one bar more than each window says.',
    'Both ends of a slice are taken as included in one language, one of them in the other.',
    { windows: oneLonger },
  ),
  fault(
    'same-bar-look-ahead',
    'same-bar look-ahead',
    "Decides with a bar's close and fills at the price the bar opened with, the close before.",
    'The signal column is not shifted before it is multiplied with the returns of its own bar.',
    { ledger: (fee) => new SameBarLookAhead(fee) },
  ),
  fault(
    'first-position-late',
    'first position late',
    'Waits for a first cross of the averages and so misses the position that holds from their first bar.',
    'A live loop acts on crosses and starts flat; the backtest acts on which average is above.',
    { ledger: (fee) => new FirstPositionLate(fee) },
  ),
];
