import { knownOptions, numberOption, PictureError } from '../../errors';
import type { FigureLike } from '../../figures/figure';
import { escapeHtml } from '../escape';
import { checkFigure, describeFigure } from '../figure-check';
import { plotlyJson } from '../plotly-json';
import { thinFigure } from '../thin-figure';
import { bundleFor } from './bundle';
import { drawable } from './drawable';
import type { PictureJob, Still } from './job';
import { drawPicture, drawPictureNow } from './thread';

/** Size of a static picture in CSS pixels. */
export interface PictureOptions {
  /** Default: the layout's, else 700. */
  width?: number;
  /** Default: the layout's, else 420. */
  height?: number;
  /** What the picture shows, for those who can't see it. Default: title, axes and traces. */
  alt?: string;
}

export interface PngOptions extends PictureOptions {
  /** Pixels of the PNG for each CSS pixel, 0.1 to 10. Default 2. */
  scale?: number;
}

const WIDTH = 700;
const HEIGHT = 420;

const PNG_SCALE = 2;
/** Of the PNG that stands beside a live figure: sharp enough on a fine screen, and no burden on a notebook. */
const STILL_SCALE = 1.5;

function job(figure: FigureLike, options: PictureOptions): Omit<PictureJob, 'id' | 'form' | 'pngScale'> {
  checkFigure(figure);
  const layout = (figure.layout ?? {}) as { width?: unknown; height?: unknown };
  const width = numberOption('width', options.width ?? layout.width ?? WIDTH, 10, 10_000);
  const height = numberOption('height', options.height ?? layout.height ?? HEIGHT, 10, 10_000);
  const thinned = thinFigure(figure, Math.round(width));
  const drawn = { data: drawable(thinned.data), layout: thinned.layout ?? {} };
  return { figureJson: JSON.stringify(plotlyJson(drawn)), bundle: bundleFor(drawn.data), width, height };
}

/** Names the picture for screen readers, as the first thing in the SVG. */
function withTitle(svg: string, figure: FigureLike, alt: string | undefined): string {
  const title = escapeHtml(alt ?? describeFigure(figure));
  return svg.replace(
    /^<svg([^>]*)>/,
    (_, attributes) => `<svg${attributes} role="img"><title>${title}</title>`,
  );
}

/**
 * Draws a figure as SVG without a browser, in a thread of its own. The first picture takes a second
 * or two more, in which plotly.js is loaded. Lines of more than 10,000 points are thinned; WebGL traces are
 * drawn as their plain twins. The same figure always gives the same text.
 * @throws OptionError when `figure` is none or a size is out of range
 * @throws PictureError when plotly can't draw it, or it has a trace that needs WebGL (3D, maps)
 */
export async function toSvg(figure: FigureLike, options: PictureOptions = {}): Promise<string> {
  knownOptions(options, ['width', 'height', 'alt']);
  const svg = await drawPicture({ ...job(figure, options), form: 'svg', pngScale: 1 });
  return withTitle(svg as string, figure, options.alt);
}

/** As {@link toSvg}, but the caller's thread sleeps until the picture is there. */
export function toSvgNow(figure: FigureLike, options: PictureOptions = {}): string {
  const svg = drawPictureNow({ ...job(figure, options), form: 'svg', pngScale: 1 });
  return withTitle(svg as string, figure, options.alt);
}

/**
 * Draws a figure as PNG without a browser. Takes what {@link toSvg} takes, and needs a font on the machine.
 * @returns the file's bytes, `scale` times as wide and high as the figure
 * @throws OptionError, PictureError
 */
export async function toPng(figure: FigureLike, options: PngOptions = {}): Promise<Uint8Array> {
  knownOptions(options, ['width', 'height', 'alt', 'scale']);
  const pngScale = numberOption('scale', options.scale ?? PNG_SCALE, 0.1, 10);
  return (await drawPicture({ ...job(figure, options), form: 'png', pngScale })) as Uint8Array;
}

/** As {@link toPng}, but the caller's thread sleeps until the picture is there. */
export function toPngNow(figure: FigureLike, options: PngOptions = {}): Uint8Array {
  const pngScale = numberOption('scale', options.scale ?? PNG_SCALE, 0.1, 10);
  return drawPictureNow({ ...job(figure, options), form: 'png', pngScale }) as Uint8Array;
}

/** A figure's still picture and its size in CSS pixels, or why it has none. */
export type StillPicture = (Still & { width: number; height: number }) | { reason: string };

/**
 * The picture that stands in a live figure's place: SVG, unless that is long, and PNG, unless the machine has no font.
 * A live figure must not fail for want of a picture.
 */
export function stillPicture(figure: FigureLike, options: PictureOptions): StillPicture {
  try {
    const asked = job(figure, options);
    const { svg, png } = drawPictureNow({ ...asked, form: 'still', pngScale: STILL_SCALE }) as Still;
    const { width, height } = asked;
    return { svg: svg === null ? null : withTitle(svg, figure, options.alt), png, width, height };
  } catch (error) {
    if (error instanceof PictureError) return { reason: error.message };
    throw error;
  }
}
