import type { CodecRow, Section, SerializationTaxRow } from '../study';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

export interface CodecPlaneOptions {
  /** Calls in a process that has become steady, or the first in one that has just started. Default `warm`. */
  warmth?: CodecRow['warmth'];
}

/** How the sides are drawn. */
const SIDES: Record<CodecRow['side'], { name: string; colour: string; symbol: string }> = {
  'client-node': { name: 'Node', colour: COLOURS.ours, symbol: 'circle' },
  'server-rust': { name: 'Rust', colour: COLOURS.third, symbol: 'square' },
  'reference-python': { name: 'Python', colour: COLOURS.up, symbol: 'diamond' },
};

/** Marker diameter of 1.2 MB, in pixels. */
const RAW_DIAMETER = 10;

/** Below this a call is all overhead of calling: the axes begin there. */
const LEAST_US = 0.01;

/**
 * Each codec as a point: microseconds to encode the request against microseconds to decode it, both on log axes.
 * A marker's area is the bytes written; hollow ones lose something. The article's figures, which are of encoding
 * alone, are lines.
 */
export function codecPlane(
  { rows }: Section<SerializationTaxRow>,
  { warmth = 'warm' }: CodecPlaneOptions = {},
): PlotlyFigure {
  const codecs = rows.filter((row): row is CodecRow => row.kind === 'codec' && row.warmth === warmth);
  const decoding = (row: CodecRow): CodecRow | undefined =>
    codecs.find(
      ({ side, codec, direction }) => side === row.side && codec === row.codec && direction === 'decode',
    );
  const us = (row: CodecRow): number => Math.max(row.measured.median, LEAST_US);
  const traces = Object.entries(SIDES).map(([side, { name, colour, symbol }]) => {
    const points = codecs.filter((row) => row.side === side && row.direction === 'encode' && decoding(row));
    return {
      type: 'scatter',
      mode: 'markers+text',
      name,
      x: points.map(us),
      y: points.map((row) => us(decoding(row)!)),
      text: points.map(({ codec }) => codec.replaceAll('_', ' ')),
      textposition: points.map((_, i) => (i % 2 === 0 ? 'top center' : 'bottom center')),
      textfont: { size: 10, color: colour },
      cliponaxis: false,
      marker: {
        symbol: points.map(({ lossless }) => (lossless ? symbol : `${symbol}-open`)),
        color: colour,
        size: points.map(({ bytes_over_raw }) => RAW_DIAMETER * Math.sqrt(bytes_over_raw)),
        line: { width: 2, color: colour },
        opacity: 0.9,
      },
      customdata: points.map(({ title, bytes, loses }) => [title, bytes, loses ?? 'nothing']),
      hovertemplate:
        '%{customdata[0]}<br>encode %{x:.3g} µs, decode %{y:.3g} µs<br>%{customdata[1]:,} bytes<br>loses %{customdata[2]}',
    };
  });
  const told = codecs.filter(({ published }) => published !== null);
  return {
    data: traces,
    layout: layout(`Encoding against decoding one request, ${warmth}`, {
      height: 560,
      xaxis: { type: 'log', title: { text: 'microseconds to encode (log)' }, dtick: 1 },
      yaxis: { type: 'log', title: { text: 'microseconds to decode (log)' }, dtick: 1 },
      shapes: told.map(({ published }) => ({
        type: 'line',
        xref: 'x',
        yref: 'paper',
        x0: published!.median,
        x1: published!.median,
        y0: 0,
        y1: 1,
        layer: 'below',
        line: { color: COLOURS.published, dash: 'dot', width: 1.5 },
      })),
      annotations: told.map(({ codec, published }) => ({
        xref: 'x',
        yref: 'paper',
        x: Math.log10(published!.median),
        y: 1,
        xanchor: 'center',
        yanchor: 'bottom',
        text: `article: ${codec === 'json' ? 'JSON' : codec}`,
        showarrow: false,
        font: { size: 11, color: COLOURS.published },
      })),
    }),
  };
}
