import { types } from 'node:util';
import { OptionError } from '../errors';

/**
 * Checks that values are a Float64Array: of any realm, since a notebook's cells have their own.
 * @throws OptionError naming `option`.
 */
export function checkFloats(option: string, values: Float64Array): void {
  if (!types.isFloat64Array(values)) {
    throw new OptionError(option, values, 'a Float64Array, such as the close of a series');
  }
}
