import { CodecError, LONGEST_TEXT, withinLongestText } from '../errors';
import { Pcg64 } from '../market/pcg64';

const REMEDY = 'use a form of bytes, such as the codec raw_fresh or the transport http-raw';

/** Characters a float takes in JSON with its comma: 0 the fewest, -2.2250738585072014e-308 the most. */
const FLOAT = { least: 2, most: 25 };
/** And a combo of six lengths with its brackets and commas: of one digit each, or as long as an int64 can be. */
const COMBO = { least: 14, most: 6 * 21 + 2 };

/**
 * The floats of a long series that are looked at. By Hoeffding's inequality the chance that their mean length is `MARGIN`
 * characters above that of all is exp(-2 SAMPLES MARGIN^2 / (25 - 2)^2), under 1e-17.
 */
const SAMPLES = 65_536;
const MARGIN = 0.4;

/** What a text that is longer than can be held is refused with; `about` goes before its length where that is not exact. */
export function tooLong(
  codec: string,
  characters: number,
  longest = LONGEST_TEXT,
  about = '',
  cause?: unknown,
): CodecError {
  const problem = `its text takes ${about}${characters} characters, expected at most ${longest}`;
  return new CodecError(
    codec,
    null,
    null,
    `${problem}, the longest that V8 can hold; ${REMEDY}`,
    cause === undefined ? {} : { cause },
  );
}

/** @throws CodecError for a text longer than can be held, by its length alone. */
export function checkTextLength(codec: string, characters: number): void {
  if (characters > LONGEST_TEXT) throw tooLong(codec, characters);
}

/**
 * Checks that floats and combos fit in a text of JSON, before any of it is written: by the fewest characters they can
 * take, and where that is not enough to know, by those that a sample of the floats takes. What may just fit is let through.
 * @throws CodecError where they don't.
 */
export function checkNumbersLength(
  codec: string,
  floats: Float64Array,
  combos: number,
  longest = LONGEST_TEXT,
): void {
  const least = floats.length * FLOAT.least + combos * COMBO.least;
  if (least > longest) throw tooLong(codec, least, longest, 'at least ');
  if (floats.length * FLOAT.most + combos * COMBO.most <= longest) return;
  if (floats.length < SAMPLES) return;
  const likely = Math.floor(floats.length * (sampledLength(floats) - MARGIN)) + combos * COMBO.least;
  if (likely > longest) throw tooLong(codec, likely, longest, 'about ');
}

/** Characters that a float takes in JSON with its comma, as the mean of a sample, the same every time. */
function sampledLength(floats: Float64Array): number {
  const random = new Pcg64(1);
  let characters = 0;
  for (let i = 0; i < SAMPLES; i++) {
    random.next();
    const at = Math.floor(((random.high >>> 0) / 2 ** 32) * floats.length);
    characters += String(floats[at]).length + 1;
  }
  return characters / SAMPLES;
}

/**
 * A text that may be longer than can be held, which is only known when it is.
 * @throws CodecError then.
 */
export function writtenText(codec: string, write: () => string): string {
  return withinLongestText(write, (cause) =>
    tooLong(codec, LONGEST_TEXT + 1, LONGEST_TEXT, 'at least ', cause),
  );
}

/**
 * Bytes as text.
 * @throws CodecError when there are more than a text can hold.
 */
export function textOf(codec: string, bytes: Uint8Array, encoding: 'utf8' | 'latin1'): string {
  checkTextLength(codec, bytes.length);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}
