import { inspect } from 'node:util';
import { choiceOption, integerOption, knownOptions } from '../errors';
import type { PlotlyFigure } from '../figures/figure';
import { describeFigure, isFigure } from './figure-check';
import { inNotebook, type MimeBundle, publish } from './output';
import { stillPicture } from './picture';
import { plotlyJson } from './plotly-json';
import { cellTable } from './table/cells';
import { columnsOf, type TableLike } from './table/columns';
import { factTable, isFacts, type ShownFacts } from './table/facts';
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

const OPTIONS = ['rows', 'width', 'height', 'alt', 'everyPoint', 'picture', 'text'];
const ROWS = 50;
/** Columns of pixels that lines are thinned to: about a wide notebook's. */
const COLUMNS = 1_000;

/** What a reader saves by plotly's button is the figure as it stands on the page, not one of 700 x 450. */
const AS_SEEN = { width: null, height: null };

function figureOutput(figure: PlotlyFigure, options: ShowOptions): MimeBundle {
  const thinned = options.everyPoint ? figure : thinFigure(figure, COLUMNS);
  const description = `[figure] ${options.alt ?? describeFigure(figure)}`;
  const output: MimeBundle = {
    'application/vnd.plotly.v1+json': plotlyJson({
      data: thinned.data,
      layout: thinned.layout ?? {},
      config: { responsive: true, displaylogo: false, toImageButtonOptions: AS_SEEN, ...thinned.config },
    }),
    'text/plain': description,
  };
  if (options.picture === false) return output;
  const { width, height, alt } = options;
  const still = stillPicture(figure, { width, height, alt });
  if ('svg' in still) output['image/svg+xml'] = still.svg;
  else if ('png' in still) output['image/png'] = Buffer.from(still.png).toString('base64');
  else output['text/plain'] = `${description}\n(${still.reason})`;
  return output;
}

function figureText(figure: PlotlyFigure, options: ShowOptions): string {
  return `[figure] ${options.alt ?? describeFigure(figure)}\n(exportHtml(figure, 'figure.html') writes it as a page)`;
}

function output(value: unknown, options: ShowOptions): MimeBundle {
  if (isFigure(value)) {
    return inNotebook() ? figureOutput(value, options) : { 'text/plain': figureText(value, options) };
  }
  if (typeof value === 'string') {
    return options.text === 'markdown'
      ? { 'text/plain': value, 'text/markdown': value }
      : { 'text/plain': value };
  }
  const columns = columnsOf(value);
  const table = columns ? cellTable(columns, options.rows ?? ROWS) : isFacts(value) ? factTable(value) : null;
  if (table !== null) return { 'text/plain': tableText(table), 'text/html': tableHtml(table) };
  return { 'text/plain': inspect(value, { depth: 4, maxArrayLength: 100, breakLength: 110 }) };
}

function check(options: ShowOptions): void {
  knownOptions(options, OPTIONS);
  if (options.rows !== undefined) integerOption('rows', options.rows, 1, 1_000_000);
  if (options.text !== undefined) choiceOption('text', options.text, ['plain', 'markdown']);
}

/**
 * Shows `value` under the cell: one output that is live in Jupyter and still there as a picture and as
 * text where plotly is not. It is complete when the call returns, so nothing has to be awaited. A figure
 * takes some tenths of a second, the first two seconds or so, for its picture.
 *
 * - a plotly figure `{ data, layout }`: plotly's own MIME type, an SVG and a description; typed arrays go as
 *   base64; lines of more than 10,000 points go as the lowest and highest of each of 1,000 columns
 * - an arquero table, a danfojs DataFrame, or a list of row objects: a table, numbers to the right; units
 *   belong in the columns' names
 * - facts `{ name: { value, unit, low, high, published } }`: a table of measured beside published
 * - a text, plain or (`{ text: 'markdown' }`) Markdown
 * - anything else: as the console would show it
 *
 * Outside a notebook it prints the text.
 * @throws OptionError for an option that is unknown or out of range
 */
export function show(
  value: PlotlyFigure | TableLike | ShownFacts | string | unknown,
  options: ShowOptions = {},
): void {
  check(options);
  const bundle = output(value, options);
  if (inNotebook()) publish(bundle);
  else console.log(bundle['text/plain']);
}
