import { type AdvanceWidths, BOLD_WIDTHS, REGULAR_WIDTHS } from './advance-widths';

/** Width of a character that is in no table: half again a digit's, in em. */
const UNKNOWN = 0.7;
/** Ideographs, kana, hangul and full-width forms fill their em square. */
const FULL_WIDTH =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u;
const COMBINING = /\p{M}|[\u200b-\u200f]/u;

const byCharacter = (widths: AdvanceWidths): Map<string, number> =>
  new Map(widths.flatMap(([width, characters]) => [...characters].map((c) => [c, width / 1000] as const)));

const regular = byCharacter(REGULAR_WIDTHS);
const bold = byCharacter(BOLD_WIDTHS);

/** DejaVu Sans: height of the tallest letters above the baseline, in em. */
export const ASCENT = 0.928;
/** DejaVu Sans: depth of descenders below the baseline, in em. */
export const DESCENT = 0.236;

/** Width of `text` set on one line at `fontSize`, in the unit of `fontSize`. No kerning, no ligatures. */
export function textWidth(text: string, fontSize: number, isBold = false): number {
  const table = isBold ? bold : regular;
  let ems = 0;
  for (const character of text) {
    const known = table.get(character);
    if (known !== undefined) ems += known;
    else if (COMBINING.test(character)) continue;
    else ems += FULL_WIDTH.test(character) ? 1 : UNKNOWN;
  }
  return ems * fontSize;
}
