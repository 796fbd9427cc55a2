import { numberOption, OptionError, signalOption } from '../errors';
import { checkFloats } from './floats';
import { checkWindows, WINDOW_NAMES, type Windows } from './windows';

/** Longest timeout, as Node's timers have it: 2^31 - 1 milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** Longest series: trades are counted in 32 bits. */
const MAX_BARS = 2 ** 31 - 1;

/**
 * Checks what every sweep is given.
 * @throws OptionError naming the argument.
 */
export function checkSweep(close: Float64Array, combos: readonly Windows[]): void {
  checkFloats('close', close);
  if (close.length > MAX_BARS) {
    throw new OptionError('close', close, `at most ${MAX_BARS} closes`);
  }
  if (!Array.isArray(combos)) throw new OptionError('combos', combos, 'a list of windows');
  combos.forEach((windows, i) => {
    checkWindows(windows, `combos[${i}]`);
  });
}

/** @throws OptionError naming the one that can't be. */
export function checkStop({ signal, timeout }: { signal?: AbortSignal; timeout?: number }): void {
  signalOption('signal', signal);
  if (timeout !== undefined) numberOption('timeout', timeout, 0, MAX_TIMEOUT);
}

/** Six lengths a combo, in wire order, as the kernels in Rust take them. */
export function packedWindows(combos: readonly Windows[]): Uint32Array {
  const packed = new Uint32Array(combos.length * WINDOW_NAMES.length);
  combos.forEach((windows, i) => {
    WINDOW_NAMES.forEach((name, k) => {
      packed[i * WINDOW_NAMES.length + k] = windows[name];
    });
  });
  return packed;
}
