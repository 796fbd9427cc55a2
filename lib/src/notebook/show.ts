import { choiceOption, integerOption, knownOptions } from '../errors';
import type { FigureLike } from '../figures/figure';
import { display, type ShowOptions } from './display';
import { describeFigure, isMeantAsFigure } from './figure-check';
import { inNotebook, publish } from './output';
import type { TableLike } from './table/columns';
import type { ShownFacts } from './table/facts';

const OPTIONS = ['rows', 'width', 'height', 'alt', 'everyPoint', 'picture', 'text'];
const figureText = (figure: FigureLike, options: ShowOptions): string =>
  `[figure] ${options.alt ?? describeFigure(figure)}\n(exportHtml(figure, 'figure.html') writes it as a page)`;

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
 * - a plotly figure `{ data, layout }`: plotly's own MIME type, an SVG, a PNG and a description; typed arrays go as
 *   base64; lines of more than 10,000 points go as the lowest and highest of each of 1,000 columns
 * - an arquero table, a danfojs DataFrame or Series, or a list of row objects: a table, numbers to the right; units
 *   belong in the columns' names
 * - facts `{ name: { value, unit, low, high, published } }`: a table of measured beside published
 * - a text, plain or (`{ text: 'markdown' }`) Markdown
 * - an engine, a series, a section, a promise: a line on it
 * - anything else: as the console would show it, cut to what can be read
 *
 * The last expression of a cell is shown in the same way.
 *
 * Outside a notebook it prints the text.
 * @throws OptionError for an option that is unknown or out of range
 */
export function show(
  value: FigureLike | TableLike | ShownFacts | string | unknown,
  options: ShowOptions = {},
): void {
  check(options);
  if (!inNotebook()) {
    console.log(
      isMeantAsFigure(value) ? figureText(value, options) : display(value, options).data['text/plain'],
    );
    return;
  }
  const { data, metadata } = display(value, options);
  publish(data, metadata);
}
