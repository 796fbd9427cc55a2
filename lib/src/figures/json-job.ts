import type { JobRow, Section, SerializationTaxRow } from '../study';
import { drawn, orWhy } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

const client = (row: JobRow): number => (row.client_encode_us ?? 0) + (row.client_decode_us ?? 0);
const engine = (row: JobRow): number => row.engine_parse_us + row.engine_encode_us;
const boundary = (row: JobRow): number => client(row) + engine(row) + row.transit_us;

/**
 * The whole sweep as one bar for each way to call it: the kernel by the engine's own clock, and the boundary by what
 * it was spent on. What neither side accounts for is hatched.
 */
export const jsonJob = (section: Section<SerializationTaxRow>): PlotlyFigure =>
  orWhy(drawn(section, draw), 'no whole sweep was made (options jobs and sweeps)');

function draw({ rows }: Section<SerializationTaxRow>): PlotlyFigure {
  const jobs = rows.filter((row): row is JobRow => row.kind === 'sweep');
  const names = jobs.map(({ architecture }) => architecture.replaceAll('_', ' '));
  const part = (name: string, color: string, cost: (row: JobRow) => number, hatched = false) => ({
    type: 'bar',
    orientation: 'h',
    name,
    y: names,
    x: jobs.map((row) => cost(row) / 1e6),
    of: jobs.map(({ architecture }) => [architecture]),
    marker: {
      color,
      ...(hatched
        ? { pattern: { shape: '/', fgcolor: color, bgcolor: '#ffffff', fillmode: 'overlay', solidity: 0.4 } }
        : {}),
    },
    hovertemplate: `%{y}, ${name}: %{x:.4g} s<extra></extra>`,
  });
  return {
    data: [
      part('kernel', COLOURS.quiet, (row) => row.compute_us),
      part('text (client)', COLOURS.third, client),
      part('text or frames (engine)', COLOURS.ours, engine),
      part('left over: transit, waking', COLOURS.published, (row) => row.transit_us, true),
    ],
    layout: layout(
      ['One sweep', ...jobs.slice(0, 1).map(({ combos }) => ` of ${combos} combos`), ', end to end'].join(''),
      {
        barmode: 'stack',
        height: 110 + 56 * jobs.length,
        xaxis: { title: { text: 'seconds (beside: boundary, %)' }, rangemode: 'tozero' },
        yaxis: { categoryorder: 'array', categoryarray: [...names].reverse() },
        annotations: jobs.map((row, i) => ({
          // the end of the bar: medians of parts need not add up to the median
          x: (row.compute_us + boundary(row)) / 1e6,
          y: names[i],
          xanchor: 'left',
          xshift: 4,
          text: `${((100 * boundary(row)) / (row.compute_us + boundary(row))).toPrecision(2)} %`,
          showarrow: false,
          font: { size: 11 },
        })),
      },
    ),
  };
}
