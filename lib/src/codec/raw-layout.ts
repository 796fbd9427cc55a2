import { CodecError } from '../errors';
import { COMBO_LENGTHS, type CodecRequest } from './request';

/**
 * The raw layout, little-endian as every machine this runs on:
 * 0 u32 bars, 4 u32 combos, 8 bars x f64 close, then combos x 6 x i64.
 */
const HEADER_BYTES = 8;

export const RAW_MEDIA_TYPE = 'application/octet-stream';

export const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export const rawLength = ({ close, params }: CodecRequest): number =>
  HEADER_BYTES + close.byteLength + params.byteLength;

export function rawHeader({ close, params }: CodecRequest): Uint8Array {
  return bytesOf(Uint32Array.of(close.length, params.length / COMBO_LENGTHS));
}

/** Copies a request into bytes of `rawLength`. */
export function writeRaw(request: CodecRequest, into: Uint8Array): Uint8Array {
  into.set(rawHeader(request));
  into.set(bytesOf(request.close), HEADER_BYTES);
  into.set(bytesOf(request.params), HEADER_BYTES + request.close.byteLength);
  return into;
}

/**
 * The bytes of both arrays, not copied.
 * @throws CodecError when the lengths do not add up.
 */
export function rawParts(codec: string, bytes: Uint8Array): { close: Uint8Array; params: Uint8Array } {
  if (bytes.length < HEADER_BYTES) {
    throw new CodecError(
      codec,
      null,
      null,
      `got ${bytes.length} bytes, expected a header of ${HEADER_BYTES}`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const floats = 8 * view.getUint32(0, true);
  const integers = 8 * COMBO_LENGTHS * view.getUint32(4, true);
  const expected = HEADER_BYTES + floats + integers;
  if (bytes.length !== expected) {
    throw new CodecError(codec, null, null, `got ${bytes.length} bytes, expected ${expected} by its header`);
  }
  const params = HEADER_BYTES + floats;
  return { close: bytes.subarray(HEADER_BYTES, params), params: bytes.subarray(params) };
}

/** The numbers in bytes, copied into memory of their own. */
export function copiedNumbers(close: Uint8Array, params: Uint8Array): CodecRequest {
  const numbers = { close: new Float64Array(close.length / 8), params: new BigInt64Array(params.length / 8) };
  bytesOf(numbers.close).set(close);
  bytesOf(numbers.params).set(params);
  return numbers;
}

/** The numbers in bytes where they lie; copied only where they do not lie on a multiple of 8. */
export function numbersIn(close: Uint8Array, params: Uint8Array): CodecRequest {
  if (close.byteOffset % 8 !== 0 || params.byteOffset % 8 !== 0) return copiedNumbers(close, params);
  return {
    close: new Float64Array(close.buffer, close.byteOffset, close.length / 8),
    params: new BigInt64Array(params.buffer, params.byteOffset, params.length / 8),
  };
}
