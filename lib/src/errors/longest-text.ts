import { constants } from 'node:buffer';
import { types } from 'node:util';

/** Characters of the longest text that V8 can hold: about half a billion. */
export const LONGEST_TEXT = constants.MAX_STRING_LENGTH;

/** What V8 and Node say then: other faults in the same work are no matter of length. */
const TOO_LONG = /^Invalid string length$|^Cannot create a string longer than/;

/**
 * A text that may be longer than can be held, which is only known when it is.
 * @param refusal The error then; its cause is V8's own, which names nothing.
 */
export function withinLongestText(write: () => string, refusal: (cause: unknown) => Error): string {
  try {
    return write();
  } catch (cause) {
    if (types.isNativeError(cause) && TOO_LONG.test(cause.message)) throw refusal(cause);
    throw cause;
  }
}
