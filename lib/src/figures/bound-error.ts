import type { Section, TunedKernelRow } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';
import { rowsOf } from './tuned-kernel-rows';

const WHY = 'no length was held against its bound (option traced)';

/**
 * What the bound says against what it is about, by HMA length, on a log axis: the distance of the two averages on most
 * bars, the bound on how wrong it can be, and how wrong it was on half the bars and at most, with the bound on that bar.
 */
export const boundError = (section: Section<TunedKernelRow>): PlotlyFigure => overBefore(section, draw, WHY);

function draw(section: Section<TunedKernelRow>): PlotlyFigure {
  const rows = rowsOf(section, 'bound').filter(({ bound_median }) => bound_median !== null);
  type Row = (typeof rows)[number];
  const line = (
    name: string,
    colour: string,
    dash: string,
    symbol: string,
    of: (row: Row) => number | null,
  ) => ({
    type: 'scatter',
    mode: 'lines+markers',
    name,
    x: rows.map(({ length }) => length),
    // a log axis has no zero
    y: rows.map((row) => of(row) || null),
    line: { color: colour, dash, width: 1.5 },
    marker: { color: colour, size: 8, symbol },
    hovertemplate: 'length %{x}: %{y:.2e}<extra></extra>',
  });
  return {
    data: [
      line('|HMA3 - HMA|, median', COLOURS.quiet, 'solid', 'circle', (row) => row.difference_median),
      line('|HMA3 - HMA|, least', COLOURS.quiet, 'dot', 'circle-open', (row) => row.difference_least),
      line('bound, median', COLOURS.published, 'solid', 'diamond', (row) => row.bound_median),
      line('bound, at that error', COLOURS.published, 'dot', 'diamond-open', (row) => row.bound_of_most),
      line('error, most', COLOURS.ours, 'solid', 'square', (row) => row.error_most),
      line('error, median', COLOURS.ours, 'dot', 'square-open', (row) => row.error_median),
    ],
    layout: layout('The bound, and the error it bounds', {
      height: 480,
      xaxis: { title: { text: 'HMA length (bars)' } },
      yaxis: { type: 'log', title: { text: 'price (log)' }, tickformat: '.0e', dtick: 2 },
    }),
  };
}
