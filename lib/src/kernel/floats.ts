import { types } from 'node:util';
import { OptionError } from '../errors';

const { isFloat64Array } = types;

/**
 * Checks that values are a Float64Array: of any realm, since a notebook's cells have their own. One whose memory was
 * transferred to another thread or shrunk away would pass for an empty one, and is refused.
 * @throws OptionError naming `option`.
 */
export function checkFloats(option: string, values: unknown): asserts values is Float64Array {
  if (!isFloat64Array(values)) {
    throw new OptionError(option, values, 'a Float64Array, such as the close of a series');
  }
  if (values.length === 0 && hasLostItsMemory(values)) {
    throw new OptionError(
      option,
      values,
      'one that still has its memory: it was transferred away, or shrunk',
    );
  }
}

/** Whether an array that seems to be empty had its memory transferred away, or shrunk under it. */
export function hasLostItsMemory(values: ArrayBufferView): boolean {
  try {
    // any method throws then, before it does anything
    (values as Uint8Array).keys();
    return false;
  } catch {
    return true;
  }
}
