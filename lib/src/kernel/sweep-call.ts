import { CancelledError, knownOptions, numberOption, signalOption, TimeoutError } from '../errors';
import { feePercent } from './fee';
import { checkFloats } from './floats';
import type { SweepOptions } from './sweep';
import { ownCombos, type Windows } from './windows';

/** Longest timeout, as Node's timers have it: 2^31 - 1 milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/**
 * What every kernel's sweep checks before it begins, and looks at while it runs: its arguments, the signal and the
 * deadline.
 */
export class SweepCall {
  /** As they were at the call. */
  readonly combos: readonly Windows[];
  /** In percent of a trade's entry price. */
  readonly fee: number;
  readonly #deadline: number;

  /** @throws OptionError naming the argument, the window or the option that is wrong. */
  constructor(
    close: Float64Array,
    combos: readonly Windows[],
    private readonly options: SweepOptions,
  ) {
    checkFloats('close', close);
    this.combos = ownCombos(combos);
    knownOptions(options, ['fee', 'onCombo', 'signal', 'timeout']);
    this.fee = feePercent(options.fee);
    const { signal, timeout } = options;
    signalOption('signal', signal);
    if (timeout !== undefined) numberOption('timeout', timeout, 0, MAX_TIMEOUT);
    this.#deadline = performance.now() + (timeout ?? Infinity);
  }

  /** @throws CancelledError once the signal is aborted; TimeoutError past the deadline. */
  goOn(): void {
    const { signal, timeout } = this.options;
    if (signal?.aborted) throw new CancelledError('the sweep', { cause: signal.reason });
    if (timeout !== undefined && performance.now() >= this.#deadline) {
      throw new TimeoutError('the sweep', timeout);
    }
  }
}
