import type { Resvg as ResvgClass } from '@resvg/resvg-js';
import { encodeIndexedPng } from './indexed-png';

/** Loaded on first use: a native module, of no use to those who never ask for a PNG. */
function resvg(): typeof ResvgClass {
  try {
    return (require('@resvg/resvg-js') as typeof import('@resvg/resvg-js')).Resvg;
  } catch (cause) {
    throw new Error(
      '@resvg/resvg-js is not installed for this platform, so there is no PNG; ask for an SVG',
      {
        cause,
      },
    );
  }
}

const FONT = { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' };
// A heatmap is an image of a pixel a cell; resvg knows the older name for drawing it unsmoothed.
const PIXELATED = 'image-rendering: pixelated';
const LETTER =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text x="2" y="16" font-size="16" font-family="sans-serif">M</text></svg>';
let writes: boolean | null = null;

/** Without a font resvg leaves all text out and says nothing, so one letter is tried first. */
function hasFont(Resvg: typeof ResvgClass): boolean {
  writes ??= new Resvg(LETTER, { font: FONT }).render().pixels.some((byte) => byte !== 0);
  return writes;
}

/** A drawn SVG, as a PNG in either of two forms. */
export interface Raster {
  /** Every pixel as it was drawn. */
  whole(): Uint8Array;
  /** A third of that: on white, and in 256 colours where these can hardly be told from all. */
  small(): Uint8Array;
}

/**
 * Draws an SVG, `scale` pixels to each unit of the SVG's own size.
 * @throws Error when no font is installed or the SVG can't be read; the main thread makes a PictureError of it.
 */
export function rasterize(svg: string, scale: number): Raster {
  const Resvg = resvg();
  if (!hasFont(Resvg)) {
    throw new Error(
      'no font is installed, so a PNG would have no text; install one (Debian: fonts-dejavu-core) or ask for an SVG',
    );
  }
  try {
    const image = new Resvg(svg.replaceAll(PIXELATED, 'image-rendering: optimizeSpeed'), {
      font: FONT,
      fitTo: { mode: 'zoom', value: scale },
    }).render();
    const whole = (): Uint8Array => image.asPng();
    return { whole, small: () => encodeIndexedPng(image.width, image.height, image.pixels) ?? whole() };
  } catch (cause) {
    throw new Error(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
