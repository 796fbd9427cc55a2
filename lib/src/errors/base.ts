import { excerpt } from './quoted';

/** Bytes of a message at most: the 4 KiB of an error reply and the words around it. What is repeated may be of any length. */
const LONGEST_MESSAGE = 4096 + 256;

/** Options of every named error: the error that led to it, if one did. */
export interface ErrorOptions {
  cause?: unknown;
  /** What was done before, where the call keeps such: a section of the study. */
  partial?: unknown;
}

/**
 * The root of every error this library throws on purpose. `code` is stable and meant for programs;
 * the message is meant for people: it names the thing, the value that came, what was expected and,
 * where there is something to do, what to do. It has no control characters, and little more than
 * the 4 KiB that an error reply may have.
 */
export class IpcTaxError extends Error {
  readonly code: string;
  /** What was done before the error, where the call keeps such: a section of the study; else undefined. */
  declare readonly partial?: unknown;

  constructor(code: string, message: string, { partial, ...options }: ErrorOptions = {}) {
    super(excerpt(message, LONGEST_MESSAGE), options);
    this.code = code;
    this.name = new.target.name;
    // Not enumerable: the console would print all of its rows below the message.
    if (partial !== undefined) Object.defineProperty(this, 'partial', { value: partial });
  }
}
