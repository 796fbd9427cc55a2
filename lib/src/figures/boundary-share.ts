import type { ArchitectureRow, Section } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, heightOfRows, layout } from './style';

const WHY =
  'no architecture of this run crosses a boundary (rust_batch_unix, in the option architectures, does)';

/**
 * What of a sweep was not the kernel, in milliseconds on a log axis: the engine's own parsing and
 * encoding by its clock, and the rest of the boundary, which is transit, wake-ups and, where a process
 * is spawned, its start. In-process kernels have none and are left out.
 */
export const boundaryShare = (section: Section<ArchitectureRow>): PlotlyFigure =>
  overBefore(section, draw, WHY);

function draw(section: Section<ArchitectureRow>): PlotlyFigure {
  const rows = section.rows.filter((row) => row.transport !== 'none');
  const inEngine = (row: ArchitectureRow): number => row.engine_parse_us + row.engine_encode_us;
  const names = rows.map((row) => row.architecture);
  const share = (row: ArchitectureRow): string =>
    `${((row.boundary_us / row.measured.median) * 100).toFixed(2)} %`;
  const marks = (name: string, colour: string, symbol: string, of: (row: ArchitectureRow) => number) => ({
    type: 'scatter',
    mode: 'markers',
    name,
    x: rows.map((row) => of(row) / 1_000),
    y: names,
    of: names.map((each) => [each]),
    marker: { size: 11, color: colour, symbol },
    hovertemplate: '%{y}: %{x:.3g} ms<extra></extra>',
  });
  return {
    data: [
      marks('kernel', COLOURS.quiet, 'circle', (row) => row.compute_us),
      {
        ...marks('boundary, all of it', COLOURS.ours, 'circle', (row) => row.boundary_us),
        mode: 'markers+text',
        text: rows.map(share),
        textposition: 'top center',
      },
      marks("of it: the engine's parsing and encoding", COLOURS.third, 'diamond', inEngine),
    ],
    layout: layout('Where the time of one sweep goes: kernel and boundary', {
      height: heightOfRows(rows.length),
      xaxis: { type: 'log', title: { text: 'milliseconds a sweep (log)' } },
      // room above the first row for its share
      yaxis: {
        categoryorder: 'array',
        categoryarray: [...names].reverse(),
        dtick: 1,
        range: [-0.5, names.length - 0.3],
      },
    }),
  };
}
