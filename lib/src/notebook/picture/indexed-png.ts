import { chunk, png } from './png';

const MOST_COLOURS = 256;
/** With more than these the others are seen to go, as in a smooth gradient. */
const TOO_MANY = 4_096;

/** Each pixel's colour as 0xRRGGBB, laid on white. */
function onWhite(rgba: Uint8Array): Uint32Array {
  const colours = new Uint32Array(rgba.length / 4);
  for (let i = 0; i < colours.length; i++) {
    const alpha = rgba[i * 4 + 3]!;
    const mixed = (channel: number): number =>
      Math.round((rgba[i * 4 + channel]! * alpha + 255 * (255 - alpha)) / 255);
    colours[i] = (mixed(0) << 16) | (mixed(1) << 8) | mixed(2);
  }
  return colours;
}

function distance(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16);
  const green = ((one >> 8) & 255) - ((other >> 8) & 255);
  const blue = (one & 255) - (other & 255);
  return red * red + green * green + blue * blue;
}

/** Index of the colour of `palette` that is nearest. */
function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  for (let i = 1; i < palette.length; i++) {
    if (distance(palette[i]!, colour) < distance(palette[best]!, colour)) best = i;
  }
  return best;
}

/** How many pixels each colour has, the most frequent first; null when there are too many colours. */
function frequencies(colours: Uint32Array): [colour: number, pixels: number][] | null {
  const counts = new Map<number, number>();
  for (const colour of colours) {
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
    if (counts.size > TOO_MANY) return null;
  }
  return [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
}

/**
 * A PNG with a palette from RGBA bytes, laid on white: about a third of the size of one in full colour. Its colours are
 * the 256 most frequent, which in a figure leaves out nothing but shades of the edges of letters. Null when the
 * picture has too many colours for that.
 */
export function encodeIndexedPng(width: number, height: number, rgba: Uint8Array): Buffer | null {
  const colours = onWhite(rgba);
  const found = frequencies(colours);
  if (found === null) return null;
  const palette = found.slice(0, MOST_COLOURS).map(([colour]) => colour);
  const indices = new Map(
    found.map(([colour], i) => [colour, i < MOST_COLOURS ? i : nearest(palette, colour)]),
  );
  const entries = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const pixels = Uint8Array.from(colours, (colour) => indices.get(colour)!);
  return png(width, height, { type: 3, channels: 1, between: [chunk('PLTE', entries)] }, pixels);
}
