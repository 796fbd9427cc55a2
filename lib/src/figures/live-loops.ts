import { ARTICLE_BOUNDARY } from '../model';
import { FAMILIES, floorRows, type LowerFloorsRow, type Section } from '../study';
import { overBefore } from './before';
import { FAMILY_COLOURS, key, label, publishedLine, rowsLayout, TIME_TICKS } from './family-style';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

const WHY = 'no live loop was run (option transports)';

/**
 * What the boundary of one bar a call costs over every transport, in the loop that was really run: what the calls took
 * beyond the kernel, on average. Filled where every bar of the series was ticked, open where the time was up before.
 */
export const liveLoops = (section: Section<LowerFloorsRow>): PlotlyFigure => overBefore(section, draw, WHY);

function draw(section: Section<LowerFloorsRow>): PlotlyFigure {
  const rows = floorRows(section, 'ticks').sort((a, b) => a.boundary_us - b.boundary_us);
  const labels = rows.map(({ name }) => label(name));
  return {
    data: [
      ...FAMILIES.filter((family) => rows.some((row) => row.family === family)).map((family) => {
        const own = rows.filter((row) => row.family === family);
        const color = FAMILY_COLOURS[family];
        return {
          type: 'scatter',
          mode: 'markers',
          name: family,
          x: own.map((row) => row.boundary_us),
          y: own.map(({ name }) => label(name)),
          of: own.map(({ name }) => [name]),
          text: own.map(
            ({ calls, bars, boundary_seconds }) =>
              `${boundary_seconds.toPrecision(3)} s for ${calls.toLocaleString('en-US')}${
                calls < bars ? ` of ${bars.toLocaleString('en-US')}` : ''
              } bars`,
          ),
          marker: {
            size: 10,
            symbol: own.map(({ calls, bars }) => (calls < bars ? 'circle-open' : 'circle')),
            color,
            line: { width: 2, color },
          },
          hovertemplate: '%{y}: %{x:.3g} µs a bar<br>%{text}<extra></extra>',
        };
      }),
      publishedLine('the article, 14.05 µs', ARTICLE_BOUNDARY.floorUs, labels, COLOURS.published),
      key('every bar', { symbol: 'circle' }),
      key('cut short', { symbol: 'circle-open', line: { width: 2, color: COLOURS.ink } }),
    ],
    layout: layout('One call a bar: what each call costs', {
      ...rowsLayout(labels),
      xaxis: { type: 'log', title: { text: 'boundary of a call (log)' }, ...TIME_TICKS },
    }),
  };
}
