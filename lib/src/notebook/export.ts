import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { knownOptions, OptionError, WriteError, writtenText } from '../errors';
import type { FigureLike } from '../figures/figure';
import { projectRoot } from '../project';
import { checkBuildFolder } from './build-folder';
import { checkFigure, describeFigure, figureTitle } from './figure-check';
import { figurePage } from './figure-page';
import { type PictureOptions, type PngOptions, stillPicture, toPngNow, toSvgNow } from './picture';
import { bundleFor, bundlePath } from './picture/bundle';
import { plotlyJson } from './plotly-json';
import { thinFigure } from './thin-figure';

export interface HtmlOptions extends PictureOptions {
  /** The page's title. Default: the figure's, else "Figure". */
  title?: string;
  /** The page's language, a BCP 47 tag. Default `en`. */
  lang?: string;
  /** Keeps all points of long lines (default false: more than 10,000 are thinned to what can be seen). */
  everyPoint?: boolean;
}

/** Columns of pixels that lines are thinned to: a page may be as wide as a screen. */
const COLUMNS = 2_000;

/** Writes the whole file or none: first beside it, then in its place. */
function write(path: string, content: string | Uint8Array): string {
  if (typeof path !== 'string' || path === '') throw new OptionError('path', path, 'the path of a file');
  checkBuildFolder(path);
  const target = resolve(path);
  const beside = `${target}.${randomUUID()}.part`;
  let begun = false;
  try {
    mkdirSync(dirname(target), { recursive: true });
    const there = statSync(target, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new Error('it is a folder; give the path of a file');
    begun = true;
    writeFileSync(beside, content);
    renameSync(beside, target);
  } catch (cause) {
    if (begun) rmSync(beside, { force: true });
    throw new WriteError(target, (cause as Error).message, { cause });
  }
  return target;
}

/**
 * Writes a figure as one HTML page that needs nothing else: plotly.js is in it (1.5 MB; 4.8 MB for the
 * rarer traces), so it opens from a disk with no network, fills its window, follows the reader's dark or
 * light scheme where the figure sets no colours of its own, and shows a static picture where scripts are
 * off. Its content policy forbids all loading.
 * @param path of the file; relative paths begin at the working folder (in a notebook, the notebook's). Folders
 *   on the way are made. A path that means the project's build folder and misses it, as `../build/x.html` does from a
 *   folder of `notebooks`, is refused; the error says which one leads there.
 * @returns the file's absolute path
 * @throws OptionError when `figure` is none, or the path misses the build folder
 * @throws WriteError when the file can't be written
 */
export function exportHtml(figure: FigureLike, path: string, options: HtmlOptions = {}): string {
  checkFigure(figure);
  knownOptions(options, ['title', 'lang', 'everyPoint', 'width', 'height', 'alt']);
  const { width, height, alt = describeFigure(figure) } = options;
  const shown = options.everyPoint ? figure : thinFigure(figure, COLUMNS);
  const page = (): string =>
    figurePage({
      title: options.title ?? figureTitle(figure) ?? 'Figure',
      lang: options.lang ?? 'en',
      alt,
      figureJson: plotlyJson({ data: shown.data, layout: shown.layout ?? {}, config: shown.config ?? {} }),
      plotlySource: readFileSync(bundlePath(bundleFor(figure.data)), 'utf8'),
      schemeSource: readFileSync(join(projectRoot(), 'lib', 'assets', 'figure-scheme.js'), 'utf8'),
      still: stillPicture(figure, { width, height, alt }),
    });
  return write(path, writtenText(path, page));
}

/**
 * Writes a figure as an SVG. Paths as in {@link exportHtml}, drawing as in {@link toSvg}.
 * @returns the file's absolute path
 * @throws OptionError, PictureError, WriteError
 */
export function exportSvg(figure: FigureLike, path: string, options: PictureOptions = {}): string {
  knownOptions(options, ['width', 'height', 'alt']);
  return write(path, toSvgNow(figure, options));
}

/**
 * Writes a figure as a PNG. Paths as in {@link exportHtml}, drawing as in {@link toPng}.
 * @returns the file's absolute path
 * @throws OptionError, PictureError, WriteError
 */
export function exportPng(figure: FigureLike, path: string, options: PngOptions = {}): string {
  knownOptions(options, ['width', 'height', 'alt', 'scale']);
  return write(path, toPngNow(figure, options));
}
