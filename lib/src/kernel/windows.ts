import { integerOption, OptionError } from '../errors';
import { roundHalfEven } from './round';

/** Longest window any kernel or engine takes: 2^26 bars (WIRE.md). */
export const MAX_WINDOW = 2 ** 26;

/** The six window lengths of one combo, in bars, in the order they have on the wire. */
export interface Windows {
  readonly half: number;
  readonly full: number;
  readonly sqrt: number;
  readonly pThird: number;
  readonly pHalf: number;
  readonly p: number;
}

/** The names of the six, in wire order. */
export const WINDOW_NAMES = ['half', 'full', 'sqrt', 'pThird', 'pHalf', 'p'] as const;

/**
 * The windows of HMA length `n`: full = n, half = n/2, sqrt = sqrt(n), p = n/2 rounded, then p/3 and p/2
 * of that p; each rounded half to even, at least 1. n = 6 gives 3, 6, 2, 1, 2, 3.
 * @throws OptionError unless `n` is an integer from 1 to 2^26.
 */
export function windowLengths(n: number): Windows {
  integerOption('length', n, 1, MAX_WINDOW);
  const bars = (x: number): number => Math.max(1, roundHalfEven(x));
  const p = bars(n / 2);
  return { half: bars(n / 2), full: n, sqrt: bars(Math.sqrt(n)), pThird: bars(p / 3), pHalf: bars(p / 2), p };
}

/**
 * Checks windows that may come from anywhere; any combination of valid lengths is a combo.
 * @param place What the windows are called in the message, such as `combos[3]`.
 * @throws OptionError naming the window, unless each is an integer from 1 to 2^26.
 */
export function checkWindows(windows: Windows, place = 'windows'): void {
  ownWindows(windows, place);
}

/**
 * A copy of a list of combos, checked. Each window is read once and then stays, whatever becomes of the object it was
 * read from; a place of the list with nothing in it is refused too.
 * @throws OptionError naming the window, as `checkWindows`.
 */
export function ownCombos(combos: readonly Windows[]): Windows[] {
  if (!Array.isArray(combos)) throw new OptionError('combos', combos, 'a list of windows');
  // unlike `map`, it does not pass over holes
  return Array.from(combos, (windows, i) => ownWindows(windows, `combos[${i}]`));
}

function ownWindows(windows: Windows, place: string): Windows {
  if (typeof windows !== 'object' || windows === null) {
    throw new OptionError(place, windows, `an object of window lengths ${WINDOW_NAMES.join(', ')}`);
  }
  const { half, full, sqrt, pThird, pHalf, p } = windows;
  const own = { half, full, sqrt, pThird, pHalf, p };
  for (const name of WINDOW_NAMES) integerOption(`${place}.${name}`, own[name], 1, MAX_WINDOW);
  return own;
}
