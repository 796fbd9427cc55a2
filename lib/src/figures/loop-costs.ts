import { BUILD_NAMES, type LoopRow, type Section } from '../study';
import { FIXED, overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

/** A colour and a shape for each build, in the order of the builds. */
const LOOKS = [
  { colour: COLOURS.ours, symbol: 'circle' },
  { colour: COLOURS.third, symbol: 'square' },
  { colour: COLOURS.up, symbol: 'diamond' },
  { colour: COLOURS.down, symbol: 'triangle-up' },
];

const WHY = 'no loop was measured';

/**
 * What each form of the average's inner loop takes for one product, a marker for each build, with numba's own as a
 * line; where five starts were made, with 95 % intervals.
 */
export function loopCosts(section: Section<LoopRow>): PlotlyFigure {
  const builds = BUILD_NAMES.filter((name) => section.rows.some(({ build }) => build === name));
  const loops = section.rows.filter(({ build }) => build === builds[0]).map(({ loop }) => loop);
  // the run before may have other loops: its marks go into this one's lines
  return overBefore(section, ({ rows }) => draw(rows, builds, loops), WHY);
}

function draw(
  rows: readonly LoopRow[],
  builds: readonly (typeof BUILD_NAMES)[number][],
  loops: readonly string[],
): PlotlyFigure {
  const numba = rows.find(({ build }) => build === 'numba');
  const traces = builds.map((build, i) => {
    const own = rows.filter((row) => row.build === build && loops.includes(row.loop));
    const ends = own.map(({ measured: { median, low, high } }) => ({
      up: high === null ? 0 : high - median,
      down: low === null ? 0 : median - low,
    }));
    const { colour, symbol } = LOOKS[BUILD_NAMES.indexOf(build)];
    return {
      type: 'scatter',
      mode: 'markers',
      name: build,
      x: own.map(({ measured }) => measured.median),
      // Builds stand under each other within a loop's line, so that their intervals keep apart.
      y: own.map(({ loop }) => loops.length - 1 - loops.indexOf(loop) + ((builds.length - 1) / 2 - i) * 0.18),
      error_x: {
        type: 'data',
        symmetric: false,
        array: ends.map(({ up }) => up),
        arrayminus: ends.map(({ down }) => down),
        color: colour,
        thickness: 1.2,
        width: 3,
      },
      marker: { size: 9, color: colour, symbol },
      customdata: own.map(({ loop, instructions, over_numba }) => [
        loop,
        instructions === null ? 'unknown' : String(instructions),
        over_numba,
      ]),
      hovertemplate:
        '%{customdata[0]}: %{x:.3f} ns a product, %{customdata[2]:.2f}x numba<br>%{customdata[1]} instructions',
    };
  });
  return {
    data: [...traces, ...(numba === undefined ? [] : [numbaLine(numba, loops.length)])],
    layout: layout('One product of the average, loop by loop', {
      height: 560,
      xaxis: { title: { text: 'ns for one product that is added' }, rangemode: 'tozero' },
      yaxis: {
        tickvals: loops.map((_, i) => loops.length - 1 - i),
        ticktext: loops,
        range: [-0.6, loops.length - 0.4],
        zeroline: false,
      },
    }),
  };
}

const numbaLine = ({ measured: { median } }: LoopRow, loops: number) => ({
  type: 'scatter',
  mode: 'lines',
  name: 'numba',
  meta: FIXED,
  x: [median, median],
  y: [-0.6, loops - 0.4],
  line: { color: COLOURS.ink, dash: 'dot', width: 1.5 },
  hovertemplate: 'numba: %{x:.3f} ns<extra></extra>',
});
