import { setMaxListeners } from 'node:events';
import { CancelledError, type IpcTaxError, TimeoutError } from '../errors';

/** What can stop a sweep. */
export interface Stop {
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
}

/** Why a sweep has no rows: the signal if it aborted, else the time was over. */
export function stopped({ signal, timeout }: Stop): IpcTaxError {
  if (signal?.aborted || timeout === undefined) return cancelled(signal);
  return new TimeoutError('the sweep', timeout);
}

/** @throws CancelledError when the signal has aborted already. */
export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal);
}

/** Waits for `shared`, but not longer than until the signal aborts; others may go on waiting for it. */
export function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(cancelled(signal)));
    shared.then(resolve, reject).finally(forget);
  });
}

/**
 * Calls `cancel` when the signal aborts, until the returned function is called. One signal may stop many sweeps, so
 * Node's warning about many listeners is off for it.
 */
export function onAbort(signal: AbortSignal | undefined, cancel: () => void): () => void {
  if (signal === undefined) return () => {};
  setMaxListeners(0, signal);
  signal.addEventListener('abort', cancel, { once: true });
  return () => signal.removeEventListener('abort', cancel);
}

function cancelled(signal: AbortSignal | undefined): CancelledError {
  return new CancelledError('the sweep', { cause: signal?.reason });
}
