import { knownOptions } from '../errors/option';
import { checkPatience } from '../transport/patience';

/** What every call takes. */
export interface CallOptions {
  /**
   * Cancels the call: it rejects with CancelledError. The protocol gives up a request that was sent by closing its
   * connection, so other calls under way on it reject with ConnectionError, and series and sessions go.
   */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call rejects with TimeoutError, to the same effect. Default: none. */
  timeout?: number | undefined;
}

/** What every call of a blocking client takes. */
export interface BlockingCallOptions {
  /** Milliseconds until the call throws a TimeoutError and gives up its connection. Default: none. */
  timeout?: number | undefined;
}

/** Options of `echo`. */
export interface EchoOptions extends CallOptions {
  /**
   * Where the answer is put, at least as long as the floats sent; the result is a view of its beginning. Saves a fresh
   * buffer a call, which costs more than the copy. Without it every answer has memory of its own.
   */
  into?: Float64Array | undefined;
}

const CALL = ['signal', 'timeout'];

/** The options of `echo`. */
export const ECHO = [...CALL, 'into'];

/**
 * What a call was given, and nothing else.
 * @param known The options that this call takes.
 * @throws OptionError naming the first that is unknown or can't be.
 */
export function checkedCall(options: CallOptions, known: readonly string[] = CALL): CallOptions {
  knownOptions(options, known);
  checkPatience(options);
  const { signal, timeout } = options;
  return { signal, timeout };
}

const BLOCKING = ['timeout'];

/** The options of the blocking `echo`. */
export const BLOCKING_ECHO = [...BLOCKING, 'into'];

/**
 * What a call that waits in place was given, and nothing else.
 * @param known The options that this call takes.
 * @throws OptionError naming the first that is unknown or can't be.
 */
export function checkedBlockingCall(
  options: BlockingCallOptions,
  known: readonly string[] = BLOCKING,
): BlockingCallOptions {
  if (options === NO_OPTIONS) return options;
  knownOptions(options, known);
  const { timeout } = options;
  if (timeout === undefined) return NO_OPTIONS;
  checkPatience({ timeout });
  return { timeout };
}

/** What a blocking call takes where it is given nothing. */
export const NO_OPTIONS: BlockingCallOptions = {};
