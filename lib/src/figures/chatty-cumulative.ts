import type { ChattyRow, Section, Way } from '../study';
import { FIXED, overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

const WAY_COLOURS: Record<Way, string> = {
  batch: COLOURS.quiet,
  resending: COLOURS.published,
  stateful: COLOURS.ours,
  pipelined: COLOURS.up,
};

const WAY_NAMES: Record<Way, string> = {
  batch: 'one call',
  resending: 'per combo, series sent again',
  stateful: 'per combo, series loaded before',
  pipelined: 'the same, pipelined',
};

const WHY = 'no way of calling was measured (option ways)';

/**
 * Time against the calls made so far. Above all of it, where the kernel makes the ways alike; below the
 * boundary alone, on a log axis, beside what half an echo a call would add up to: the article's naive
 * prediction.
 */
export const chattyCumulative = (section: Section<ChattyRow>): PlotlyFigure => overBefore(section, draw, WHY);

interface Panel {
  axis: '' | '2';
  cost: (row: ChattyRow) => number;
  unit: string;
}

const PANELS: readonly Panel[] = [
  { axis: '', cost: (row) => row.measured.median / 1e6, unit: 's' },
  { axis: '2', cost: (row) => row.boundary_us / 1e3, unit: 'ms' },
];

function draw({ rows, facts }: Section<ChattyRow>): PlotlyFigure {
  const ways = [...new Set(rows.map((row) => row.way))];
  const cut = ways.filter((way) => way !== 'batch');
  const calls = Math.max(...rows.map((row) => row.calls));
  const batch = rows.find((row) => row.way === 'batch');
  const naive = Number(facts.naive_per_crossing?.value ?? Number.NaN) / 1e3;
  return {
    data: [
      ...PANELS.flatMap((panel) => [
        ...(batch ? [batchLine(batch, calls, panel)] : []),
        ...cut.map((way) => cumulative(rows, way, panel)),
      ]),
      ...(Number.isFinite(naive) && cut.length > 0 ? [naiveLine(calls, naive)] : []),
    ],
    layout: layout('One sweep, cut into calls: time against the calls made', {
      height: 600,
      xaxis: { anchor: 'y2', title: { text: 'calls made' } },
      yaxis: { domain: [0.56, 1], title: { text: 'all of it (s)' }, rangemode: 'tozero' },
      yaxis2: {
        domain: [0, 0.46],
        type: 'log',
        title: { text: 'boundary alone (ms, log)' },
        exponentformat: 'none',
        dtick: 1,
      },
    }),
  };
}

function cumulative(rows: readonly ChattyRow[], way: Way, { axis, cost, unit }: Panel) {
  let sum = 0;
  const own = rows.filter((row) => row.way === way && row.length !== null);
  return {
    type: 'scatter',
    mode: 'lines',
    name: WAY_NAMES[way],
    legendgroup: way,
    showlegend: axis === '',
    x: own.map((_, i) => i + 1),
    y: own.map((row) => (sum += cost(row))),
    of: [way],
    yaxis: `y${axis}`,
    line: { color: WAY_COLOURS[way], width: 2 },
    hovertemplate: `%{x} calls: %{y:.4g} ${unit}<extra>%{fullData.name}</extra>`,
  };
}

/** One call costs what it costs, however many the others make. */
const batchLine = (batch: ChattyRow, calls: number, { axis, cost, unit }: Panel) => ({
  type: 'scatter',
  mode: 'lines',
  name: WAY_NAMES.batch,
  legendgroup: 'batch',
  showlegend: axis === '',
  x: [1, Math.max(2, calls)],
  y: [cost(batch), cost(batch)],
  of: ['batch'],
  yaxis: `y${axis}`,
  line: { color: WAY_COLOURS.batch, width: 2, dash: 'dash' },
  hovertemplate: `one call: %{y:.4g} ${unit}<extra></extra>`,
});

const naiveLine = (calls: number, each: number) => ({
  type: 'scatter',
  mode: 'lines',
  name: 'half an echo of the series a call',
  meta: FIXED,
  x: Array.from({ length: calls }, (_, i) => i + 1),
  y: Array.from({ length: calls }, (_, i) => (i + 1) * each),
  yaxis: 'y2',
  line: { color: COLOURS.third, width: 1.5, dash: 'dot' },
  hovertemplate: '%{x} calls: %{y:.4g} ms<extra>half an echo each</extra>',
});
