import type { Section, TunedKernelRow } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { nothingDrawn } from './nothing-drawn';
import { COLOURS, layout } from './style';
import { rowsOf } from './tuned-kernel-rows';

const WHY = 'no combo was held against its bound';

/** How many bars of each combo the bound left open, and how many were worked out again in the reference's arithmetic. */
export const decidedAgain = (section: Section<TunedKernelRow>): PlotlyFigure =>
  overBefore(section, draw, WHY);

function draw(section: Section<TunedKernelRow>): PlotlyFigure {
  const rows = rowsOf(section, 'bound');
  const lengths = rows.map(({ length }) => length);
  const all = rows.reduce((sum, { bars }) => sum + bars, 0);
  const open = rows.reduce((sum, { uncertain }) => sum + uncertain, 0);
  const count = (value: number): string => value.toLocaleString('en-US');
  const title = `Decided again: ${count(open)} of ${count(all)} bars`;
  if (rows.length > 0 && open === 0) return nothingDrawn(title, 'the bound left no bar open');
  return {
    data: [
      {
        type: 'bar',
        name: 'left open by the bound',
        x: lengths,
        y: rows.map(({ uncertain }) => uncertain),
        marker: { color: COLOURS.published },
        hovertemplate: 'length %{x}: %{y} bars<extra></extra>',
      },
      {
        type: 'scatter',
        mode: 'markers',
        name: 'worked out again',
        x: lengths,
        // none is no mark
        y: rows.map(({ recomputed }) => recomputed || null),
        marker: { color: COLOURS.ours, size: 6, symbol: 'circle-open' },
        hovertemplate: 'length %{x}: %{y} bars<extra></extra>',
      },
    ],
    layout: layout(title, {
      xaxis: { title: { text: 'HMA length (bars)' } },
      yaxis: { title: { text: 'bars' }, rangemode: 'tozero' },
    }),
  };
}
