import { OptionError } from '../errors';
import type { FeeOption } from './fee';
import type { Stop } from './stopped';
import { SweepCall } from './sweep-call';
import { WINDOW_NAMES, type Windows } from './windows';

/** Longest series: trades are counted in 32 bits. */
const MAX_BARS = 2 ** 31 - 1;

/**
 * Checks what every sweep is given, and that it may begin; the call that comes back has the combos as they are now, and
 * the fee.
 * @throws OptionError naming the argument; CancelledError when the signal has aborted already; TimeoutError for a
 * timeout of 0.
 */
export function checkArguments(
  close: Float64Array,
  combos: readonly Windows[],
  options: Stop & FeeOption,
): SweepCall {
  const { fee, signal, timeout } = options;
  const call = new SweepCall(close, combos, { fee, signal, timeout });
  if (close.length > MAX_BARS) throw new OptionError('close', close, `at most ${MAX_BARS} closes`);
  call.goOn();
  return call;
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
