import { type ErrorOptions, IpcTaxError } from './base';
import { excerpt, LONGEST_PATH } from './quoted';

/** A file asked for could not be written. `code` is `WRITE`; the system's own error is the cause. */
export class WriteError extends IpcTaxError {
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super('WRITE', `${excerpt(path, LONGEST_PATH)} can't be written: ${problem}`, options);
    this.path = path;
  }
}

/** A figure could not be drawn as a static picture. `code` is `PICTURE`. */
export class PictureError extends IpcTaxError {
  constructor(problem: string, options?: ErrorOptions) {
    super('PICTURE', `the figure can't be drawn as a static picture: ${problem}`, options);
  }
}
