import { createHash } from 'node:crypto';

/** SHA-256, in hexadecimal, of the values as little-endian float64: the series' identity across languages. */
export function fingerprint(values: Float64Array): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return createHash('sha256').update(bytes).digest('hex');
}
