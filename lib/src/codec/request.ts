import { OptionError } from '../errors';
import { WINDOW_NAMES, type Windows } from '../kernel';

/** Window lengths a combo has. */
export const COMBO_LENGTHS = 6;

/** What is encoded: a sweep's request, as arrays. */
export interface CodecRequest {
  /** Closing prices, one a bar. */
  readonly close: Float64Array;
  /** Six window lengths a combo, in wire order, one after another. */
  readonly params: BigInt64Array;
}

/**
 * The request of a sweep, as codecs take it.
 * @param close Closing prices, one a bar. Not copied: the request has the same array.
 * @param windows The combos, such as `windowLengths(6)` gives one; their six lengths each are written to `params`.
 * @throws OptionError naming a length that is no integer of 64 bits.
 */
export function codecRequest(close: Float64Array, windows: readonly Windows[]): CodecRequest {
  const params = new BigInt64Array(windows.length * COMBO_LENGTHS);
  windows.forEach((combo, i) => {
    WINDOW_NAMES.forEach((name, j) => {
      params[i * COMBO_LENGTHS + j] = int64(`windows[${i}].${name}`, combo?.[name]);
    });
  });
  return { close, params };
}

/** An array of int64 would take the lower bits of anything larger. */
function int64(place: string, value: unknown): bigint {
  const integer = Number.isInteger(value) ? BigInt(value as number) : value;
  if (typeof integer === 'bigint' && BigInt.asIntN(64, integer) === integer) return integer;
  throw new OptionError(place, value, 'an integer from -2^63 to 2^63 - 1');
}

/** Where two requests differ, bit for bit, in words; null where they do not. */
export function requestDifference(expected: CodecRequest, actual: CodecRequest): string | null {
  return (
    difference('close', expected.close, actual.close) ?? difference('params', expected.params, actual.params)
  );
}

function difference<T extends Float64Array | BigInt64Array>(
  name: string,
  expected: T,
  actual: T,
): string | null {
  if (expected.length !== actual.length) {
    return `${name}: got ${actual.length} values, expected ${expected.length}`;
  }
  const bits = (array: T): BigUint64Array => new BigUint64Array(array.buffer, array.byteOffset, array.length);
  const [a, b] = [bits(expected), bits(actual)];
  const bytes = (array: BigUint64Array): Uint8Array =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  if (Buffer.compare(bytes(a), bytes(b)) === 0) return null;
  const i = a.findIndex((value, k) => value !== b[k]);
  return `${name}[${i}]: got ${actual[i]} (bits ${b[i].toString(16)}), expected ${expected[i]} (${a[i].toString(16)})`;
}
