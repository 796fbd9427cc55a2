import { quantile } from '../bench';
import type { BreakEvenRow, ParityRow, Section } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

type LiveRow = BreakEvenRow | ParityRow;

/** Points a line. */
const POINTS = 160;
/** A quantile is drawn while so many samples lie beyond it. */
const BEYOND = 10;

const WHY = 'too few calls of one bar for a tail (twenty give the median)';

/**
 * The latency of one bar a call against the share of calls that took no longer, the tail drawn out: closed
 * loop and paced, over each transport measured. A line ends where too few samples are left to speak of.
 */
export function latencyTail(section: Section<BreakEvenRow> | Section<ParityRow>): PlotlyFigure {
  return overBefore(section as Section<LiveRow>, draw, WHY);
}

/** Over which transport; parity's session has but one. */
const transportOf = (row: LiveRow): 'unix' | 'tcp' => ('transport' in row ? row.transport : 'unix');

const isBar = (row: LiveRow): boolean =>
  row.measured !== null && ('granularity' in row ? row.granularity === 'bar' : row.pacing !== null);

function line(row: LiveRow): object | null {
  const { n } = row.measured!;
  const most = n / BEYOND;
  if (most <= 2) return null;
  const sorted = Float64Array.from(row.measured!.samples).sort();
  // one call in `x` takes longer: 2 is the median, 1,000 is p99.9
  const beyond = Array.from({ length: POINTS + 1 }, (_, i) => most ** (i / POINTS));
  const transport = transportOf(row);
  const paced = row.pacing === 'paced';
  const colours = transport === 'unix' ? [COLOURS.ours, COLOURS.third] : [COLOURS.up, COLOURS.down];
  return {
    type: 'scatter',
    mode: 'lines',
    name: `${transport === 'unix' ? 'Unix' : 'TCP'}, ${paced ? 'paced, from the intended time' : 'closed loop'}`,
    x: beyond,
    y: beyond.map((x) => quantile(sorted, 1 - 1 / x)),
    text: beyond.map((x) => `p${Number((100 * (1 - 1 / x)).toPrecision(5))}`),
    of: [`rust_live_${transport}`],
    line: { color: colours[paced ? 1 : 0], width: 2, dash: paced ? 'dash' : 'solid' },
    hovertemplate: '%{text}: %{y:.3g} µs<extra>%{fullData.name}</extra>',
  };
}

function draw({ rows }: Section<LiveRow>): PlotlyFigure {
  return {
    data: rows
      .filter(isBar)
      .map(line)
      .filter((trace): trace is object => trace !== null),
    layout: layout('Latency of one bar a call', {
      xaxis: {
        type: 'log',
        title: { text: 'share of calls that took no longer' },
        tickvals: [1, 2, 10, 100, 1e3, 1e4, 1e5],
        ticktext: ['0', 'p50', 'p90', 'p99', 'p99.9', 'p99.99', 'p99.999'],
      },
      yaxis: { type: 'log', title: { text: 'µs (log)' }, dtick: 1 },
    }),
  };
}
