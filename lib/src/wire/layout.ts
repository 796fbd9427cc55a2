/** `[u32 body_len]` before every body. */
export const LENGTH_BYTES = 4;

/** `[u8 opcode][u32 a][u32 b]` at the start of a request body. */
export const REQUEST_HEADER_BYTES = 9;

/** A combo on the wire: six window lengths of eight bytes. */
export const COMBO_BYTES = 48;

/** A bar's answer in a tick reply: `[i64 side][i64 trades][f64 pnl]`. */
export const TICK_BYTES = 24;

/** The five times of a timing reply. */
export const TIMING_BYTES = 40;

/** Marks an error in the length of a reply. */
export const ERROR_BIT = 0x8000_0000;

const TWO_32 = 2 ** 32;

/** Writes a safe integer as a little-endian i64, without a bigint on the way. */
export function setInt64(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value >>> 0, true);
  view.setInt32(offset + 4, Math.floor(value / TWO_32), true);
}

/** Reads a little-endian i64. The result is exact only when Number.isSafeInteger says so. */
export function getInt64(view: DataView, offset: number): number {
  return view.getInt32(offset + 4, true) * TWO_32 + view.getUint32(offset, true);
}

/** A DataView of exactly these bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes of a typed array, shared with it. */
export function bytesOf(array: Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/**
 * `count` floats at `offset` of `bytes`: a view of the same memory where the address is a multiple of 8,
 * a copy where it is not. The bits of NaN are kept either way.
 */
export function floatsAt(bytes: Uint8Array, offset: number, count: number): Float64Array {
  const at = bytes.byteOffset + offset;
  if (at % 8 === 0) return new Float64Array(bytes.buffer, at, count);
  const copy = new Float64Array(count);
  bytesOf(copy).set(bytes.subarray(offset, offset + count * 8));
  return copy;
}

// Typed arrays have the machine's own byte order, the wire is little-endian.
if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1) {
  throw new Error('this library needs a little-endian machine: it shares arrays with the wire');
}
