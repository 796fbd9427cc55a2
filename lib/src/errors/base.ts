/** Options of every named error: the error that led to it, if one did. */
export interface ErrorOptions {
  cause?: unknown;
}

/**
 * The root of every error this library throws on purpose. `code` is stable and meant for programs;
 * the message is meant for people: it names the thing, the value that came, what was expected and,
 * where there is something to do, what to do.
 */
export class IpcTaxError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** A value as it is quoted in a message: strings in quotes, long values cut. */
export function quoted(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === undefined || typeof value === 'number') return String(value);
  if (typeof value === 'function') return `a function`;
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
