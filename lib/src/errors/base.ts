/** Options of every named error: the error that led to it, if one did. */
export interface ErrorOptions {
  cause?: unknown;
  /** What was done before, where the call keeps such: a section of the study. */
  partial?: unknown;
}

/**
 * The root of every error this library throws on purpose. `code` is stable and meant for programs;
 * the message is meant for people: it names the thing, the value that came, what was expected and,
 * where there is something to do, what to do.
 */
export class IpcTaxError extends Error {
  readonly code: string;
  /** What was done before the error, where the call keeps such: a section of the study; else undefined. */
  declare readonly partial?: unknown;

  constructor(code: string, message: string, { partial, ...options }: ErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
    // Not enumerable: the console would print all of its rows below the message.
    if (partial !== undefined) Object.defineProperty(this, 'partial', { value: partial });
  }
}

const LONGEST_QUOTE = 80;

/** A value as it is quoted in a message: strings in quotes, binary data by its kind, long values cut. */
export function quoted(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === undefined || typeof value === 'number') return String(value);
  if (typeof value === 'function') return `a function`;
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name} of ${value.byteLength} bytes`;
  let text: string;
  try {
    text = JSON.stringify(beginning(value)) ?? String(value);
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 3)}...` : text;
}

/** As much of a list as can be quoted: to write out millions of values for 80 characters would take seconds. */
function beginning(value: unknown): unknown {
  return Array.isArray(value) && value.length > LONGEST_QUOTE ? value.slice(0, LONGEST_QUOTE) : value;
}
