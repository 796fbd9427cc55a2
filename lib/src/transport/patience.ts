import { setMaxListeners } from 'node:events';
import { CancelledError, type IpcTaxError, integerOption, signalOption, TimeoutError } from '../errors';

/** How long something may take, and what ends it sooner. */
export interface Patience {
  signal?: AbortSignal | undefined;
  /** Milliseconds. Default: no end. */
  timeout?: number | undefined;
}

/** The longest delay a Node timer takes. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

const nothing = () => {};

/** @throws OptionError for a timeout that is no number of milliseconds a timer takes, or a signal that is none. */
export function checkPatience({ signal, timeout }: Patience): void {
  if (signal !== undefined) signalOption('signal', signal);
  if (timeout !== undefined) integerOption('timeout', timeout, 0, LONGEST_TIMEOUT);
}

/** @throws CancelledError naming `what` when the signal has aborted already. */
export function checkSignal(what: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError(what, { cause: signal.reason });
}

/**
 * Calls `giveUp` with a CancelledError when the signal aborts, or a TimeoutError when the time is over, until the
 * returned function is called. One signal may be given to a thousand calls, so Node's warning about many listeners
 * is off for it.
 */
export function patience(
  what: string,
  { signal, timeout }: Patience,
  giveUp: (error: IpcTaxError) => void,
): () => void {
  if (signal === undefined && timeout === undefined) return nothing;
  const timer =
    timeout === undefined ? undefined : setTimeout(() => giveUp(new TimeoutError(what, timeout)), timeout);
  if (signal === undefined) return () => clearTimeout(timer);
  const onAbort = () => giveUp(new CancelledError(what, { cause: signal.reason }));
  setMaxListeners(0, signal);
  signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
}
