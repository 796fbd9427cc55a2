import { IpcTaxError } from './base';
import { excerpt, quoted } from './quoted';

/** An option or argument out of range. Thrown before anything is started. `code` is `OPTION`. */
export class OptionError extends IpcTaxError {
  readonly option: string;
  readonly value: unknown;

  constructor(option: string, value: unknown, expected: string) {
    super('OPTION', `option ${excerpt(option)}: got ${quoted(value)}, expected ${expected}`);
    this.option = option;
    this.value = value;
  }
}

/**
 * Returns `value` when it is an integer from `low` to `high`, both included.
 * @throws OptionError naming `option` otherwise.
 */
export function integerOption(option: string, value: unknown, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    throw new OptionError(option, value, `an integer from ${low} to ${high}`);
  }
  return value;
}

/**
 * Returns `value` when it is a finite number from `low` to `high`, both included.
 * @throws OptionError naming `option` otherwise.
 */
export function numberOption(option: string, value: unknown, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < low || value > high) {
    throw new OptionError(option, value, `a finite number from ${low} to ${high}`);
  }
  return value;
}

/**
 * The type of an option that takes a name: an editor completes the known names, and any string compiles. Options are
 * often kept in a constant first, where TypeScript widens `'tcp'` to `string`: with `T` alone it would need `as const`,
 * and with `string` alone nothing would be completed. `choiceOption` checks the name when the option is used.
 */
export type Choice<T extends string> = T | (string & {});

/**
 * Returns `value` when it is one of `allowed`.
 * @throws OptionError naming `option` otherwise.
 */
export function choiceOption<T extends string>(option: string, value: unknown, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) {
    throw new OptionError(option, value, `one of ${allowed.join(', ')}`);
  }
  return value as T;
}

/**
 * Returns `value` when it is true or false.
 * @throws OptionError naming `option` otherwise.
 */
export function booleanOption(option: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new OptionError(option, value, 'true or false');
  return value;
}

/**
 * Returns `value` when it is an AbortSignal or undefined.
 * @throws OptionError naming `option` otherwise.
 */
export function signalOption(option: string, value: unknown): AbortSignal | undefined {
  if (value !== undefined && !(value instanceof AbortSignal)) {
    throw new OptionError(option, value, "an AbortController's signal");
  }
  return value;
}

/**
 * Checks that `given` is an object and has no key outside `known`, so that a misspelt option is not silently ignored.
 * @param name What the object is called in a message, where it is an option itself.
 * @throws OptionError naming the first unknown key.
 */
export function knownOptions(given: object, known: readonly string[], name = 'options'): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new OptionError(name, given, `an object with any of ${known.join(', ')}`);
  }
  // A loop over the names costs nothing; a list of them would be made anew for each call.
  for (const key in given) {
    if (!known.includes(key) && Object.hasOwn(given, key)) {
      throw new OptionError(
        key,
        (given as Record<string, unknown>)[key],
        `no such option; known are ${known.join(', ')}`,
      );
    }
  }
}
