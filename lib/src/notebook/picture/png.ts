import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;

/** length u32, type 4 bytes, body, crc32 of type and body; big-endian. */
export function chunk(type: string, body: Uint8Array): Buffer {
  const out = Buffer.alloc(12 + body.length);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, 'latin1');
  out.set(body, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
}

/**
 * A PNG of 8 bits a channel. `colour` is its colour type in the PNG specification, `between` what stands between header
 * and pixels; each row of `pixels` has `width` times `channels` bytes.
 */
export function png(
  width: number,
  height: number,
  colour: { type: number; channels: number; between?: Buffer[] },
  pixels: Uint8Array,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS, colour.type, 0, 0, 0], 8);
  const rowBytes = width * colour.channels;
  // Each row is preceded by its filter; 0 is none.
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(colour.between ?? []),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of `width` x `height` pixels from RGBA bytes, row by row from the top. */
export const encodePng = (width: number, height: number, rgba: Uint8Array): Buffer =>
  png(width, height, { type: 6, channels: 4 }, rgba);
