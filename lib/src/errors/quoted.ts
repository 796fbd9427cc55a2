import { types } from 'node:util';

/** Bytes that a value takes in a message at most. */
const LONGEST_QUOTE = 80;
/** Bytes that a path takes in a message at most, which is to leave room for what is wrong with it. */
export const LONGEST_PATH = 1024;
/** How many values in a value are looked at: to write out millions for 80 bytes would take seconds. */
const MOST_VALUES = 200;
/** An integer beyond it is told by its size: its digits would take longer than all else. */
const LONGEST_INTEGER = 10n ** 60n;

/**
 * What changes a terminal or hides text: control characters, ESC among them, but for line ends and tabs; what turns the
 * direction of writing; and halves of characters.
 */
const HIDDEN =
  /(?![\n\t])[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

type Written = (part: string) => string;

/** With what is hidden shown by its code. */
const visible: Written = (text) =>
  text.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As between quotes in JSON. */
const inQuotes: Written = (text) => visible(JSON.stringify(text).slice(1, -1));

/**
 * Text as a message repeats it: what is hidden in it shown by its code, and cut between two characters where that would
 * take more than `longest` bytes of UTF-8. Then it says how long it was.
 */
export function excerpt(text: string, longest = LONGEST_QUOTE): string {
  return cut(text, longest, `... (${text.length} characters)`);
}

/** A value as it is quoted in a message: strings in quotes, binary data by its kind, long values cut. */
export function quoted(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quotedText(value);
    case 'bigint':
      return quotedInteger(value);
    case 'undefined':
    case 'number':
      return String(value);
    case 'function':
      return 'a function';
    case 'symbol':
      return excerpt(String(value));
  }
  if (ArrayBuffer.isView(value)) return excerpt(`a ${kindOf(value)} of ${value.byteLength} bytes`);
  let text: string;
  try {
    text = JSON.stringify(beginning(value, { left: MOST_VALUES }, [])) ?? String(value);
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return cut(text, LONGEST_QUOTE, Array.isArray(value) ? `... (${value.length} values)` : '...');
}

function quotedText(text: string): string {
  const whole = whollyWithin(text, LONGEST_QUOTE - 2, inQuotes);
  if (whole !== null) return `"${whole}"`;
  const tail = `..." (${text.length} characters)`;
  return `"${beginningWithin(text, LONGEST_QUOTE - 1 - tail.length, inQuotes)}${tail}`;
}

function quotedInteger(value: bigint): string {
  if (value < LONGEST_INTEGER && value > -LONGEST_INTEGER) return `${value}n`;
  return `a bigint of some ${value.toString(16).length * 4} bits`;
}

/** By its tag: an array of another realm has another constructor, and a Buffer is told as one. */
function kindOf(view: ArrayBufferView): string {
  if (Buffer.isBuffer(view)) return 'Buffer';
  return types.isDataView(view) ? 'DataView' : (view as Uint8Array)[Symbol.toStringTag];
}

function cut(text: string, longest: number, tail: string): string {
  const whole = whollyWithin(text, longest, visible);
  return whole ?? `${beginningWithin(text, longest - Buffer.byteLength(tail), visible)}${tail}`;
}

/** All of a text as it is written, or null where that takes more than `longest` bytes. */
function whollyWithin(text: string, longest: number, written: Written): string | null {
  // No character takes less than a byte.
  if (text.length > longest) return null;
  const whole = written(text);
  return Buffer.byteLength(whole) > longest ? null : whole;
}

/** As many whole characters as take at most `longest` bytes as they are written. */
function beginningWithin(text: string, longest: number, written: Written): string {
  let shown = '';
  let bytes = 0;
  for (const character of text) {
    const next = written(character);
    bytes += Buffer.byteLength(next);
    if (bytes > longest) break;
    shown += next;
  }
  return shown;
}

/** As much of a value as can be quoted. @throws TypeError for one that holds itself. */
function beginning(value: unknown, values: { left: number }, around: readonly object[]): unknown {
  values.left--;
  if (typeof value === 'string') return value.slice(0, LONGEST_QUOTE);
  if (typeof value !== 'object' || value === null || types.isDate(value)) return value;
  if (around.includes(value)) throw new TypeError('it holds itself');
  const within = [...around, value];
  if (ArrayBuffer.isView(value)) return quoted(value);
  if (Array.isArray(value)) {
    const some: unknown[] = [];
    for (let i = 0; i < value.length && values.left > 0; i++) some.push(beginning(value[i], values, within));
    return some;
  }
  const some: Record<string, unknown> = {};
  for (const name in value) {
    if (values.left <= 0) break;
    if (!Object.hasOwn(value, name)) continue;
    const part = beginning((value as Record<string, unknown>)[name], values, within);
    Object.defineProperty(some, name.slice(0, LONGEST_QUOTE), { value: part, enumerable: true });
  }
  return some;
}
