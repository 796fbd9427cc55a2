import { PNL_TOLERANCE } from '../kernel';
import type { ParityRow, Section } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

/** Height of one panel with the gap above it, in pixels. */
const PANEL = 96;
const TOP = 64;
const BOTTOM = 56;

const WHY = 'no books were compared';

/**
 * PnL less the right kernel's, against bars seen: the engine's live session above, each fault below it on a
 * scale of its own, and a cross where its books differ first.
 */
export const parityDrift = (section: Section<ParityRow>): PlotlyFigure => overBefore(section, draw, WHY);

/** Plotly's name of the panel's axis: y, y2, y3, ... */
const axis = (panel: number): string => (panel === 0 ? 'y' : `y${panel + 1}`);

function draw({ rows }: Section<ParityRow>): PlotlyFigure {
  const panels = rows.filter((row) => row.drift !== null);
  const height = TOP + BOTTOM + PANEL * panels.length;
  const bars = Math.max(...panels.map(({ drift }) => drift!.bar[drift!.bar.length - 1])) + 1;
  return {
    data: panels.flatMap((row, panel) => traces(row, axis(panel))),
    layout: layout('PnL away from the sweep’s, bar by bar', {
      height,
      margin: { l: 56, r: 24, t: TOP, b: BOTTOM },
      showlegend: false,
      xaxis: {
        type: 'log',
        title: { text: 'bars seen (log)' },
        range: [0, Math.log10(Math.max(bars, 2))],
        anchor: axis(panels.length - 1),
        dtick: 1,
      },
      ...Object.fromEntries(
        panels.map((row, panel) => [
          axis(panel).replace('y', 'yaxis'),
          yAxis(row, domain(panel, panels.length)),
        ]),
      ),
      annotations: panels.map((row, panel) => ({
        xref: 'paper',
        yref: 'paper',
        x: 0,
        y: domain(panel, panels.length)[1],
        xanchor: 'left',
        yanchor: 'bottom',
        showarrow: false,
        font: { size: 12 },
        text: `<b>${row.title}</b>: ${verdict(row)}`,
      })),
    }),
  };
}

function verdict({ first_divergent_bar: bar, shown }: ParityRow): string {
  if (bar !== null) return `from bar ${bar.toLocaleString('en-US')}`;
  return shown === false ? 'not shown, nothing trades' : 'no bar differs';
}

/** The part of the height that a panel takes, the first on top; a quarter of it is left for its heading. */
function domain(panel: number, panels: number): [number, number] {
  const top = 1 - panel / panels;
  return [top - 1 / panels, top - 0.25 / panels];
}

function yAxis({ drift }: ParityRow, place: [number, number]): object {
  const flat = drift!.difference.every((value) => value === 0);
  return {
    domain: place,
    zerolinecolor: COLOURS.quiet,
    nticks: 4,
    // flat at zero: the gate's tolerance shows how little would be too much
    ...(flat
      ? {
          range: [-1.5 * PNL_TOLERANCE, 1.5 * PNL_TOLERANCE],
          tickvals: [-PNL_TOLERANCE, 0, PNL_TOLERANCE],
          ticktext: ['-1e-6', '0', '1e-6'],
        }
      : {}),
    hoverformat: '.3g',
    title: { text: '%', standoff: 4 },
  };
}

function traces(row: ParityRow, yaxis: string): object[] {
  const { drift, expected, actual, first_divergent_bar: first, title } = row;
  const right = first === null;
  const line = {
    type: 'scatter',
    mode: 'lines',
    name: title,
    x: drift!.bar.map((bar) => bar + 1),
    y: drift!.difference,
    yaxis,
    line: {
      color: right ? (row.shown === false ? COLOURS.quiet : COLOURS.ours) : COLOURS.published,
      dash: row.shown === false ? 'dot' : 'solid',
      width: 2,
    },
    hovertemplate: `after %{x:,} bars: %{y:.3g} %<extra>${title}</extra>`,
  };
  if (right) return [line];
  const cross = {
    type: 'scatter',
    mode: 'markers',
    name: `${title}: first difference`,
    x: [first + 1],
    y: [actual!.pnl - expected!.pnl],
    yaxis,
    cliponaxis: false,
    marker: { symbol: 'x', size: 10, color: COLOURS.ink },
    text: [
      `bar ${first}: side ${expected!.side}, ${expected!.trades} trades, ${expected!.pnl} %<br>here: side ${actual!.side}, ${actual!.trades} trades, ${actual!.pnl} %`,
    ],
    hovertemplate: `%{text}<extra>${title}</extra>`,
  };
  return [line, cross];
}
