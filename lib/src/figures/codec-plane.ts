import { choiceOption } from '../errors';
import type { CodecRow, Section, SerializationTaxRow } from '../study';
import { orWhy } from './before';
import { namesBeside } from './beside-points';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

export interface CodecPlaneOptions {
  /** Calls in a process that has become steady, or the first in one that has just started. Default `warm`. */
  warmth?: CodecRow['warmth'];
}

/** The panels, from the top. */
const PANELS: readonly {
  side: CodecRow['side'];
  title: string;
  colour: string;
  axis: string;
  domain: number[];
}[] = [
  { side: 'client-node', title: 'Node', colour: COLOURS.ours, axis: 'y', domain: [0.71, 1] },
  { side: 'server-rust', title: 'Rust', colour: COLOURS.third, axis: 'y2', domain: [0.36, 0.65] },
  { side: 'reference-python', title: 'Python', colour: COLOURS.up, axis: 'y3', domain: [0, 0.29] },
];

/** Marker diameter of 1.2 MB, in pixels. */
const RAW_DIAMETER = 10;

/** Below this a call is all overhead of calling: the axes begin there. */
const LEAST_US = 0.01;

/** Of all axes, as powers of ten: from a view to a text of decimals on a slow machine. */
const RANGE = [-2.3, 6] as const;

/** Pixels of a power of ten on a phone. */
const SCALE = { across: 33, down: 24 };

/**
 * Each codec as a point, in a panel for each language: microseconds to encode the request against microseconds to
 * decode it, both on log axes. A marker's area is the bytes written; hollow ones lose something. The article's
 * figures, which are of encoding alone, are lines.
 */
export function codecPlane(
  { rows }: Section<SerializationTaxRow>,
  { warmth = 'warm' }: CodecPlaneOptions = {},
): PlotlyFigure {
  choiceOption('warmth', warmth, ['warm', 'cold']);
  const codecs = rows.filter((row): row is CodecRow => row.kind === 'codec' && row.warmth === warmth);
  const decoding = (row: CodecRow): CodecRow | undefined =>
    codecs.find(
      ({ side, codec, direction }) => side === row.side && codec === row.codec && direction === 'decode',
    );
  const us = (row: CodecRow): number => Math.max(row.measured.median, LEAST_US);
  const radius = (row: CodecRow): number => (RAW_DIAMETER * Math.sqrt(row.bytes_over_raw)) / 2;
  const pointsOf = (side: CodecRow['side']): CodecRow[] =>
    codecs.filter((row) => row.side === side && row.direction === 'encode' && decoding(row));
  const traces = PANELS.map(({ side, title, colour, axis }) => {
    const points = pointsOf(side);
    return {
      type: 'scatter',
      mode: 'markers',
      name: title,
      yaxis: axis,
      showlegend: false,
      x: points.map(us),
      y: points.map((row) => us(decoding(row)!)),
      cliponaxis: false,
      marker: {
        symbol: points.map(({ lossless }) => (lossless ? 'circle' : 'circle-open')),
        color: colour,
        size: points.map((row) => 2 * radius(row)),
        line: { width: 2, color: colour },
      },
      customdata: points.map((row) => [row.title, row.bytes, row.loses ?? 'nothing']),
      hovertemplate:
        '%{customdata[0]}<br>encode %{x:.3g} µs, decode %{y:.3g} µs<br>%{customdata[1]:,} bytes<br>loses %{customdata[2]}',
    };
  });
  const told = codecs.filter(({ published }) => published !== null);
  const names = ({ side, axis }: (typeof PANELS)[number]): object[] => {
    const points = pointsOf(side).map((row) => ({
      x: Math.log10(us(row)),
      y: Math.log10(us(decoding(row)!)),
      radius: radius(row),
      name: row.codec.replaceAll('_', ' '),
    }));
    return namesBeside(points, RANGE, SCALE).map(({ right, down }, i) => ({
      xref: 'x',
      yref: axis,
      x: points[i].x,
      y: points[i].y,
      text: points[i].name,
      font: { size: 11 },
      // a thin line to a name that stands away from its point
      showarrow: true,
      arrowhead: 0,
      arrowwidth: 0.7,
      arrowcolor: COLOURS.quiet,
      standoff: points[i].radius,
      ax: right,
      ay: down,
    }));
  };
  const panel = ({ side, axis, title }: (typeof PANELS)[number]) => ({
    xref: 'paper',
    yref: `${axis} domain`,
    x: 0.01,
    y: 1,
    xanchor: 'left',
    yanchor: 'top',
    text: `<b>${title}</b>${pointsOf(side).length > 0 ? '' : ': none of these codecs'}`,
    showarrow: false,
  });
  const axes = Object.fromEntries(
    PANELS.map(({ axis, domain }) => [
      axis.replace('y', 'yaxis'),
      { type: 'log', domain, range: RANGE, dtick: 2, title: { text: 'µs to decode' } },
    ]),
  );
  const figure = {
    data: traces,
    layout: layout(`Microseconds to encode and decode, ${warmth}`, {
      height: 820,
      xaxis: {
        type: 'log',
        anchor: 'y3',
        range: RANGE,
        dtick: 1,
        title: { text: 'µs to encode (both axes log)' },
      },
      ...axes,
      shapes: told.map(({ published }) => ({
        type: 'line',
        xref: 'x',
        yref: 'y3 domain',
        x0: published!.median,
        x1: published!.median,
        y0: 0,
        y1: 1,
        layer: 'below',
        line: { color: COLOURS.published, dash: 'dot', width: 1.5 },
      })),
      annotations: [
        ...PANELS.map(panel),
        ...PANELS.flatMap(names),
        ...told.map(({ codec, published }) => ({
          xref: 'x',
          yref: 'y3 domain',
          x: Math.log10(published!.median),
          y: 1,
          xanchor: 'center',
          yanchor: 'bottom',
          text: `article: ${codec === 'json' ? 'JSON' : codec}`,
          showarrow: false,
          font: { size: 11, color: COLOURS.published },
        })),
      ],
    }),
  };
  return orWhy(figure, `no codec was timed ${warmth} (option codecs)`);
}
