import { CancelledError, TimeoutError } from '../errors';
import type { CallOptions } from './call-options';

/**
 * Waits for `shared`, but not longer than the signal and the timeout allow; giving up leaves it be, since others
 * may wait for it too.
 * @throws CancelledError or TimeoutError naming `what`; else whatever `shared` rejects with.
 */
export function settledWithin<T>(
  what: string,
  shared: Promise<T>,
  { signal, timeout }: CallOptions,
): Promise<T> {
  if (signal === undefined && timeout === undefined) return shared;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new CancelledError(what, { cause: signal?.reason }));
    const timer =
      timeout === undefined ? undefined : setTimeout(() => reject(new TimeoutError(what, timeout)), timeout);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    shared.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  });
}
