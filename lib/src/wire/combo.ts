import { OptionError, quoted } from '../errors';
import { WINDOW_NAMES, type Windows } from '../kernel';
import { COMBO_BYTES, getInt64, setInt64 } from './layout';

/** Bytes a list of combos takes on the wire. */
export function combosLength(combos: readonly Windows[]): number {
  return combos.length * COMBO_BYTES;
}

/**
 * Writes combos from `offset` on, 48 bytes each:
 * 0 i64 half, 8 i64 full, 16 i64 sqrt, 24 i64 p/3, 32 i64 p/2, 40 i64 p.
 * Says nothing about their range: that is the engine's check (error 4).
 * @throws OptionError when a window length is not a safe integer, which an i64 could not carry exactly.
 */
export function writeCombos(view: DataView, offset: number, combos: readonly Windows[]): void {
  let at = offset;
  for (let i = 0; i < combos.length; i++) {
    const combo = combos[i]!;
    checkCombo(combo, `combos[${i}]`);
    for (const name of WINDOW_NAMES) {
      setInt64(view, at, combo[name]);
      at += 8;
    }
  }
}

/**
 * Checks that a combo can be written.
 * @param place What it is called in a message.
 * @throws OptionError as `writeCombos`.
 */
export function checkCombo(combo: Windows, place: string): void {
  if (typeof combo !== 'object' || combo === null) {
    throw new OptionError(place, combo, 'window lengths, as windowLengths(n) makes them');
  }
  for (const name of WINDOW_NAMES) {
    if (!Number.isSafeInteger(combo[name])) {
      throw new OptionError(`${place}.${name}`, combo[name], 'an integer within plus or minus 2^53 - 1');
    }
  }
}

/**
 * Reads `count` combos from `offset` on, laid out as in `writeCombos`. A value too large to be exact in a number
 * comes out rounded; it is far outside every limit on window lengths, and still on its own side of them.
 */
export function readCombos(view: DataView, offset: number, count: number): Windows[] {
  const combos: Windows[] = [];
  for (let i = 0; i < count; i++) {
    const at = offset + i * COMBO_BYTES;
    combos.push({
      half: getInt64(view, at),
      full: getInt64(view, at + 8),
      sqrt: getInt64(view, at + 16),
      pThird: getInt64(view, at + 24),
      pHalf: getInt64(view, at + 32),
      p: getInt64(view, at + 40),
    });
  }
  return combos;
}

/** What is wrong with the window lengths of a combo, in words, or null when each is from 1 to `longest`. */
export function faultOfCombo(combo: Windows, index: number, longest: number): string | null {
  for (const name of WINDOW_NAMES) {
    const value = combo[name];
    if (value < 1 || value > longest) {
      return `combo ${index}, window ${name}: got ${quoted(value)}, expected 1 to ${longest}`;
    }
  }
  return null;
}
