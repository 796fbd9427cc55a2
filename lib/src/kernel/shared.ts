import { types } from 'node:util';
import { checkFloats } from './floats';

/**
 * The values in a SharedArrayBuffer, which threads read without a copy: itself if it is in one, else a copy in a new
 * one. `nativeSweep` and the pools of `openSweepPool` read such a series in place.
 * @throws OptionError unless it is a Float64Array.
 */
export function inSharedMemory(values: Float64Array): Float64Array {
  checkFloats('values', values);
  if (isShared(values)) return values;
  const shared = new Float64Array(new SharedArrayBuffer(values.byteLength));
  shared.set(values);
  return shared;
}

/** Whether threads can read the array where it is. */
export const isShared = (values: Float64Array): boolean => types.isSharedArrayBuffer(values.buffer);
