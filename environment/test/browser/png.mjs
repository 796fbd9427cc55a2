import { inflateSync } from 'node:zlib';

const CHANNELS = { 2: 3, 6: 4 };

/**
 * The pixels of a PNG as Chromium writes screenshots: 8 bits a channel, RGB or RGBA, not interlaced.
 * @param {Buffer} file
 * @returns {{ width: number, height: number, channels: number, data: Uint8Array }} rows from the top, channels
 *   side by side
 */
export function decodePng(file) {
  // A PNG is a signature of 8 bytes, then chunks: length, type, content, checksum. The first is IHDR.
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const channels = CHANNELS[file[25]];
  if (file.toString('latin1', 12, 16) !== 'IHDR' || file[24] !== 8 || !channels || file[28] !== 0) {
    throw new Error(`not a PNG of the kind Chromium writes: ${file.subarray(0, 29).toString('hex')}`);
  }
  const parts = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? data[at - channels] : 0;
      const up = y > 0 ? data[at - stride] : 0;
      const upLeft = x >= channels && y > 0 ? data[at - stride - channels] : 0;
      data[at] = rows[y * (stride + 1) + 1 + x] + predicted(filter, left, up, upLeft);
    }
  }
  return { width, height, channels, data };
}

/** The five filters of the PNG specification, section 9. */
function predicted(filter, left, up, upLeft) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const toLeft = Math.abs(up - upLeft);
  const toUp = Math.abs(left - upLeft);
  const toUpLeft = Math.abs(left + up - 2 * upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
