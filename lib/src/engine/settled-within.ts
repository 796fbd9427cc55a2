import type { Patience } from '../transport';
import { checkSignal, patience } from '../transport/patience';

/**
 * Waits for `shared`, but not longer than the signal and the timeout allow; giving up leaves it be, since others
 * may wait for it too.
 * @throws CancelledError or TimeoutError naming `what`; else whatever `shared` rejects with.
 */
export function settledWithin<T>(what: string, shared: Promise<T>, limits: Patience): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = patience(what, limits, reject);
    shared.then(resolve, reject).finally(forget);
    checkSignal(what, limits.signal);
  });
}
