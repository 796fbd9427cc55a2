import type { ChattyRow, Section } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

const WHY = 'no combo was called by itself (resending or stateful, in the option ways, does that)';

/**
 * What one combo's call costs against its length, in milliseconds on a log axis: the kernel, by the
 * engine's own clock, beside the boundary of a call that sends the series again and of one that does
 * not. At the shortest lengths kernel and resending come close.
 */
export const chattyByLength = (section: Section<ChattyRow>): PlotlyFigure => overBefore(section, draw, WHY);

function draw({ rows }: Section<ChattyRow>): PlotlyFigure {
  const calls = (way: ChattyRow['way']): ChattyRow[] =>
    rows.filter((row) => row.way === way && row.length !== null);
  const marks = (name: string, colour: string, own: ChattyRow[], cost: (row: ChattyRow) => number) => ({
    type: 'scatter',
    mode: 'markers',
    name,
    x: own.map((row) => row.length),
    y: own.map((row) => cost(row) / 1e3),
    of: own.slice(0, 1).map(({ way }) => way),
    marker: { size: 6, color: colour },
    hovertemplate: 'HMA %{x}: %{y:.3g} ms<extra>%{fullData.name}</extra>',
  });
  const kernel = calls('resending').length > 0 ? calls('resending') : calls('stateful');
  return {
    data: [
      marks('kernel', COLOURS.quiet, kernel, (row) => row.compute_us),
      marks('boundary, series sent again', COLOURS.published, calls('resending'), (row) => row.boundary_us),
      marks('boundary, series loaded before', COLOURS.ours, calls('stateful'), (row) => row.boundary_us),
    ].filter(({ x }) => x.length > 0),
    layout: layout("One combo's call against its length", {
      height: 480,
      xaxis: { title: { text: 'HMA length (bars)' } },
      yaxis: { type: 'log', title: { text: 'milliseconds (log)' }, exponentformat: 'none', dtick: 1 },
    }),
  };
}
