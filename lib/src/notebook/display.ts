import type { FigureLike } from '../figures/figure';
import { describeFigure, isMeantAsFigure } from './figure-check';
import { inspected } from './inspected';
import { lineOf } from './lines';
import type { MimeBundle } from './output';
import { type StillPicture, stillPicture } from './picture';
import { plotlyJson } from './plotly-json';
import { cellTable } from './table/cells';
import { columnsOf } from './table/columns';
import { factTable, isFacts } from './table/facts';
import { tableHtml } from './table/html';
import { tableText } from './table/text';
import { thinFigure } from './thin-figure';

export interface ShowOptions {
  /** Rows of a table that are shown, from 1. Default 50. */
  rows?: number;
  /** Size of a figure's static picture in CSS pixels. Default: the layout's, else 700 x 420. */
  width?: number;
  height?: number;
  /** What a figure shows, for those who can't see it. Default: its title, axes and traces. */
  alt?: string;
  /** Keeps all points of long lines (default false: more than 10,000 are thinned to what can be seen). */
  everyPoint?: boolean;
  /** False leaves out the static picture, and the tenths of a second it takes. Default true. */
  picture?: boolean;
  /** How a text is read. Default `plain`. */
  text?: 'plain' | 'markdown';
}

const ROWS = 50;
/** Columns of pixels that lines are thinned to: about a wide notebook's. */
const COLUMNS = 1_000;

/** What a reader saves by plotly's button is the figure as it stands on the page, not one of 700 x 450. */
const AS_SEEN = { width: null, height: null };

/** What a cell shows of a value: the same in several MIME types, and what front ends are told of these. */
export interface Display {
  data: MimeBundle;
  metadata: Record<string, unknown>;
}

function figureDisplay(figure: FigureLike, options: ShowOptions): Display {
  const thinned = options.everyPoint ? figure : thinFigure(figure, COLUMNS);
  const data: MimeBundle = {
    'application/vnd.plotly.v1+json': plotlyJson({
      data: thinned.data,
      layout: thinned.layout ?? {},
      config: { responsive: true, displaylogo: false, toImageButtonOptions: AS_SEEN, ...thinned.config },
    }),
    'text/plain': `[figure] ${options.alt ?? describeFigure(figure)}`,
  };
  if (options.picture === false) return { data, metadata: {} };
  const { width, height, alt } = options;
  return withStill(data, stillPicture(figure, { width, height, alt }));
}

/** Adds the picture: as SVG, sharp at any size, and as PNG, which front ends show of a stranger too. */
function withStill(data: MimeBundle, still: StillPicture): Display {
  if ('reason' in still) {
    data['text/plain'] += `\n(${still.reason})`;
    return { data, metadata: {} };
  }
  const { svg, png, width, height } = still;
  if (svg !== null) data['image/svg+xml'] = svg;
  if (png === null) return { data, metadata: {} };
  data['image/png'] = Buffer.from(png).toString('base64');
  // It has more pixels than it takes room.
  return { data, metadata: { 'image/png': { width, height } } };
}

const plain = (text: string): Display => ({ data: { 'text/plain': text }, metadata: {} });

/** What `read` finds in a value; nothing where looking at it throws, as the getters of any object may. */
function found<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * What a notebook shows of a value, in `show` and as the last expression of a cell: a figure drawn, a table or facts as
 * a table, a text as it is, a line on an engine or a section, and anything else as the console would, cut to a page.
 * @throws OptionError, for a figure that plotly could not draw
 */
export function display(value: unknown, options: ShowOptions = {}): Display {
  if (typeof value === 'string') {
    const text = plain(value);
    if (options.text === 'markdown') text.data['text/markdown'] = value;
    return text;
  }
  const figure = found(() => (isMeantAsFigure(value) ? value : null));
  if (figure !== null) return figureDisplay(figure, options);
  const line = found(() => lineOf(value));
  if (line !== null) return plain(line);
  const table = found(() => {
    const columns = columnsOf(value);
    if (columns !== null) return cellTable(columns, options.rows ?? ROWS);
    return isFacts(value) ? factTable(value) : null;
  });
  if (table !== null) {
    return { data: { 'text/plain': tableText(table), 'text/html': tableHtml(table) }, metadata: {} };
  }
  return plain(inspected(value));
}
