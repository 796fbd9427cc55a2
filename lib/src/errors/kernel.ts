import { type ErrorOptions, IpcTaxError } from './base';

/**
 * A kernel in this process can't be used or failed: the addon is missing or of another state of the project, there was
 * no memory, a worker thread died. `code` is `KERNEL`.
 */
export class KernelError extends IpcTaxError {
  constructor(message: string, options?: ErrorOptions) {
    super('KERNEL', message, options);
  }
}
