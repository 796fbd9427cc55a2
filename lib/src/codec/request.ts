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
 * @throws RangeError when a length is not an integer.
 */
export function codecRequest(close: Float64Array, windows: readonly Windows[]): CodecRequest {
  const params = new BigInt64Array(windows.length * COMBO_LENGTHS);
  windows.forEach((combo, i) => {
    WINDOW_NAMES.forEach((name, j) => {
      params[i * COMBO_LENGTHS + j] = BigInt(combo[name]);
    });
  });
  return { close, params };
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
