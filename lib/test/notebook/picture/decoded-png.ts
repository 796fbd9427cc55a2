import { inflateSync } from 'node:zlib';

/** A PNG with a palette: its size, and its colours with the number of their pixels, most frequent first. */
export interface DecodedPng {
  width: number;
  height: number;
  colours: { colour: string; pixels: number }[];
}

/** Reads a PNG with a palette of 8 bits whose rows have no filter, as the library writes them. */
export function decodedPng(file: Buffer): DecodedPng {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (file.toString('hex', 24, 29) !== '0803000000') throw new Error('not a PNG with a palette of 8 bits');
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.set(type, [...(chunks.get(type) ?? []), file.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  const palette = Buffer.concat(chunks.get('PLTE')!);
  const rows = inflateSync(Buffer.concat(chunks.get('IDAT')!));
  const pixels = new Array<number>(palette.length / 3).fill(0);
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * (width + 1), (y + 1) * (width + 1));
    if (row[0] !== 0) throw new Error('a row with a filter');
    for (const index of row.subarray(1)) pixels[index]!++;
  }
  const colours = pixels.map((count, i) => ({
    colour: `#${palette.toString('hex', i * 3, i * 3 + 3)}`,
    pixels: count,
  }));
  return { width, height, colours: colours.sort((one, other) => other.pixels - one.pixels) };
}
