import type { BoundaryRow, Section, TunedKernelRow } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';
import { rowsOf } from './tuned-kernel-rows';

const FORMS: Record<BoundaryRow['form'], string> = {
  batch: 'one call',
  stateful: 'a call per combo, series loaded',
  chatty: 'a call per combo, series sent',
};

const WHY = 'no sweep through an engine was measured (option transports)';

/**
 * The verdict with another kernel: what share of a sweep its boundary takes beside the naive kernel's work, and beside
 * the tuned one's. The crossings are the same; the line is at one half.
 */
export const tunedBoundary = (section: Section<TunedKernelRow>): PlotlyFigure =>
  overBefore(section, draw, WHY);

function draw(section: Section<TunedKernelRow>): PlotlyFigure {
  const rows = rowsOf(section, 'boundary');
  const names = rows.map(({ transport, form }) => `${transport}<br>${FORMS[form]}`);
  const percent = (share: number | null): number | null => (share === null ? null : share * 100);
  const marks = (
    name: string,
    colour: string,
    symbol: string,
    share: (row: BoundaryRow) => number | null,
    beside: readonly string[] = [],
  ) => ({
    type: 'scatter',
    mode: 'markers',
    name,
    x: rows.map((row) => percent(share(row))),
    y: names,
    of: rows.map(({ transport, form }) => [`${transport} ${form}`, ...beside]),
    marker: { size: 11, color: colour, symbol },
    customdata: rows.map(({ boundary_us }) => boundary_us / 1_000),
    hovertemplate: '%{y}: %{x:.3g} % of the sweep, %{customdata:.3g} ms<extra></extra>',
  });
  return {
    data: [
      {
        type: 'scatter',
        mode: 'lines',
        showlegend: false,
        x: rows.flatMap((row) => [percent(row.boundary_share_naive), percent(row.boundary_share), null]),
        y: names.flatMap((name) => [name, name, null]),
        line: { color: COLOURS.before, width: 2 },
        hoverinfo: 'skip',
      },
      marks('beside the naive kernel', COLOURS.quiet, 'circle', (row) => row.boundary_share_naive, [
        'Rust naive',
      ]),
      marks('beside the tuned kernel', COLOURS.ours, 'diamond', (row) => row.boundary_share),
    ],
    layout: layout("The boundary's share of a sweep, with another kernel", {
      height: 160 + 44 * rows.length,
      xaxis: { type: 'log', dtick: 1, title: { text: '% of the sweep (log)' } },
      yaxis: { categoryorder: 'array', categoryarray: [...names].reverse(), tickfont: { size: 11 } },
      shapes: [
        {
          type: 'line',
          xref: 'x',
          yref: 'paper',
          x0: 50,
          x1: 50,
          y0: 0,
          y1: 1,
          line: { color: COLOURS.quiet, dash: 'dot' },
        },
      ],
    }),
  };
}
