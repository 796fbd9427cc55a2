import { type ErrorOptions, IpcTaxError } from './base';
import { LONGEST_TEXT, withinLongestText } from './longest-text';
import { excerpt, LONGEST_PATH } from './quoted';

/** A file asked for could not be written. `code` is `WRITE`; the system's own error is the cause. */
export class WriteError extends IpcTaxError {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super('WRITE', `${excerpt(path, LONGEST_PATH)} can't be written: ${problem}`, options);
    this.path = path;
  }
}

/**
 * The text of a file.
 * @throws WriteError naming `path` when it would be longer than a text can be.
 */
export function writtenText(path: string, write: () => string): string {
  const problem = `its text takes more than ${LONGEST_TEXT} characters, the longest that V8 can hold`;
  return withinLongestText(write, (cause) => new WriteError(path, problem, { cause }));
}

/** A figure could not be drawn as a static picture. `code` is `PICTURE`. */
export class PictureError extends IpcTaxError {
  constructor(problem: string, options?: ErrorOptions) {
    super('PICTURE', `the figure can't be drawn as a static picture: ${problem}`, options);
  }
}
