import { choiceOption } from '../errors';
import type { CodecRow, Section, SerializationTaxRow } from '../study';
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

/** Where names stand, so that those of close neighbours keep apart. */
const NAME_PLACES: Record<string, string> = {
  raw_view: 'middle right',
  raw_reused: 'middle left',
  raw_fresh: 'top left',
  v8: 'top center',
  json: 'top center',
  json_base64: 'middle right',
  msgpack_array: 'middle left',
  msgpack_binary: 'bottom right',
  arrow: 'middle right',
  raw: 'middle right',
  raw_no_astype: 'middle right',
  pickle: 'bottom center',
  pickle_astype: 'top center',
};

/** Marker diameter of 1.2 MB, in pixels. */
const RAW_DIAMETER = 10;

/** Below this a call is all overhead of calling: the axes begin there. */
const LEAST_US = 0.01;

/** Of all axes, as powers of ten: from a view to a text of decimals on a slow machine. */
const RANGE = [-2.3, 6];

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
  const traces = PANELS.map(({ side, title, colour, axis }) => {
    const points = codecs.filter((row) => row.side === side && row.direction === 'encode' && decoding(row));
    return {
      type: 'scatter',
      mode: 'markers+text',
      name: title,
      yaxis: axis,
      showlegend: false,
      x: points.map(us),
      y: points.map((row) => us(decoding(row)!)),
      text: points.map(({ codec }) => ` ${codec.replaceAll('_', ' ')} `),
      textposition: points.map(({ codec }) => NAME_PLACES[codec] ?? 'top center'),
      textfont: { size: 11, color: COLOURS.ink },
      cliponaxis: false,
      marker: {
        symbol: points.map(({ lossless }) => (lossless ? 'circle' : 'circle-open')),
        color: colour,
        size: points.map(({ bytes_over_raw }) => RAW_DIAMETER * Math.sqrt(bytes_over_raw)),
        line: { width: 2, color: colour },
      },
      customdata: points.map((row) => [row.title, row.bytes, row.loses ?? 'nothing']),
      hovertemplate:
        '%{customdata[0]}<br>encode %{x:.3g} µs, decode %{y:.3g} µs<br>%{customdata[1]:,} bytes<br>loses %{customdata[2]}',
    };
  });
  const told = codecs.filter(({ published }) => published !== null);
  const panel = ({ axis, title }: (typeof PANELS)[number]) => ({
    xref: 'paper',
    yref: `${axis} domain`,
    x: 0.01,
    y: 1,
    xanchor: 'left',
    yanchor: 'top',
    text: `<b>${title}</b>`,
    showarrow: false,
  });
  const axes = Object.fromEntries(
    PANELS.map(({ axis, domain }) => [
      axis.replace('y', 'yaxis'),
      { type: 'log', domain, range: RANGE, dtick: 2, title: { text: 'µs to decode' } },
    ]),
  );
  return {
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
}
