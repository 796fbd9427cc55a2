import { type Averages, averages, Scratch } from './averages';
import type { FeeOption } from './fee';
import { Ledger } from './ledger';
import { SweepCall } from './sweep-call';
import type { Windows } from './windows';

/** One row a combo, in the order of the combos. */
export interface SweepResult {
  /** Net PnL of the closed trades, in percent of each entry price, summed. */
  pnl: Float64Array;
  /** Closed trades. */
  trades: Int32Array;
}

/** What a trade costs, how a long call tells of its progress, and how it is stopped. */
export interface SweepOptions extends FeeOption {
  /** Called after each combo. */
  onCombo?: (done: number, total: number) => void;
  /** Looked at before each combo. */
  signal?: AbortSignal;
  /** Milliseconds the whole sweep may take, looked at before each combo. Default: no limit. */
  timeout?: number;
}

/**
 * Sweeps every combo over the closes: the study's reference, direct sums, one thread. About 2.5
 * multiplications a bar for each bar of window, so it takes seconds on the study's workload.
 *
 * An empty series, no combos, and windows longer than the series are valid: no trades, PnL 0. NaN and
 * infinities in the closes follow float64 arithmetic. It does not return to the event loop before it is
 * done, so only `onCombo` can abort the signal: see `sweepAsync`.
 *
 * @param close Closing prices, one a bar.
 * @throws OptionError naming the window or the fee that is out of range; CancelledError when the signal aborts;
 * TimeoutError.
 */
export function sweep(
  close: Float64Array,
  combos: readonly Windows[],
  options: SweepOptions = {},
): SweepResult {
  return new SweepRun(close, combos, options).finish();
}

/** `sweep` that lets the event loop turn between combos, so that timers, sockets and the signal are served. */
export async function sweepAsync(
  close: Float64Array,
  combos: readonly Windows[],
  options: SweepOptions = {},
): Promise<SweepResult> {
  const run = new SweepRun(close, combos, options);
  while (run.next()) await new Promise(setImmediate);
  return run.result;
}

/** What a sweep may put in place of the study's own parts; the deliberately wrong kernels do. */
export interface SweepParts {
  ledger?: (fee: number) => Ledger;
  windows?: (windows: Windows) => Windows;
}

/** A sweep under way, one combo at a time. */
export class SweepRun {
  readonly result: SweepResult;
  #done = 0;
  #scratch: Scratch | null = null;
  readonly #call: SweepCall;

  constructor(
    private readonly close: Float64Array,
    combos: readonly Windows[],
    private readonly options: SweepOptions,
    private readonly parts: SweepParts = {},
  ) {
    this.#call = new SweepCall(close, combos, options);
    this.result = { pnl: new Float64Array(combos.length), trades: new Int32Array(combos.length) };
  }

  /** Does one more combo; false when there is none left. */
  next(): boolean {
    const i = this.#done;
    const { combos, fee } = this.#call;
    if (i === combos.length) return false;
    this.#call.goOn();
    this.#scratch ??= new Scratch(this.close.length);
    const windows = this.parts.windows?.(combos[i]) ?? combos[i];
    const ledger = this.parts.ledger?.(fee) ?? new Ledger(fee);
    settle(this.close, averages(this.close, windows, this.#scratch), ledger);
    this.result.pnl[i] = ledger.pnl;
    this.result.trades[i] = ledger.trades;
    this.#done = i + 1;
    this.options.onCombo?.(this.#done, combos.length);
    return true;
  }

  /** Does all that are left. */
  finish(): SweepResult {
    while (this.next());
    return this.result;
  }
}

/** Takes every bar through the ledger. */
export function settle(close: Float64Array, { hma, hma3 }: Averages, ledger: Ledger): void {
  for (let i = 0; i < close.length; i++) ledger.bar(hma3[i], hma[i], close[i]);
}
