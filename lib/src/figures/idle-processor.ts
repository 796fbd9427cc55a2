import { floorRows, type IdleRow, type LowerFloorsRow, type Section } from '../study';
import { overBefore } from './before';
import { label, rowsLayout } from './family-style';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

/** Of a processor's second, in microseconds, one in a hundred. */
const PERCENT = 1e4;

const SIDES = [
  { name: 'client', of: (row: IdleRow) => row.client_us, color: COLOURS.ours },
  { name: 'engine', of: (row: IdleRow) => row.engine_us ?? 0, color: COLOURS.third },
] as const;

const WHY = 'no transport was left idle (option transports)';

/**
 * What each boundary takes of a processor while nobody asks anything, in percent of one: the client, connected and on
 * its event loop, and the engine. One that waits by looking takes all of it.
 */
export const idleProcessor = (section: Section<LowerFloorsRow>): PlotlyFigure =>
  overBefore(section, draw, WHY);

function draw(section: Section<LowerFloorsRow>): PlotlyFigure {
  const rows = floorRows(section, 'idle').sort((a, b) => a.total_us - b.total_us);
  const labels = rows.map(({ name }) => label(name));
  return {
    data: SIDES.map(({ name, of, color }) => ({
      type: 'bar',
      orientation: 'h',
      name,
      x: rows.map((row) => of(row) / PERCENT),
      y: labels,
      marker: { color },
      hovertemplate: `%{y}, ${name}: %{x:.3g} %<extra></extra>`,
    })),
    layout: layout('Processor time while idle', {
      ...rowsLayout(labels),
      barmode: 'stack',
      xaxis: { title: { text: '% of one processor' }, rangemode: 'tozero' },
    }),
  };
}
