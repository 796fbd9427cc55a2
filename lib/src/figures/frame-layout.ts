import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

export interface FrameLayoutOptions {
  /** Bars and combos of the sweep drawn. Default: the article's 150,000 and 80. */
  bars?: number;
  combos?: number;
}

interface Field {
  name: string;
  bytes: number;
  what: string;
}

/** A strip of fields, each as wide as the others, since their sizes differ by five orders. */
function strip(fields: readonly Field[], y: number): { shapes: object[]; annotations: object[] } {
  const colours = [COLOURS.grid, '#cfe3f1', '#f7dccb', '#d5ebe3', '#f3e3c3'];
  let offset = 0;
  const shapes: object[] = [];
  const annotations: object[] = [];
  fields.forEach((field, i) => {
    shapes.push({
      type: 'rect',
      x0: i,
      x1: i + 0.96,
      y0: y,
      y1: y + 0.62,
      fillcolor: colours[Math.min(i, colours.length - 1)],
      line: { color: COLOURS.quiet, width: 1 },
    });
    const text = `<b>${field.name}</b><br>${field.what}`;
    annotations.push({ x: i + 0.48, y: y + 0.31, text, showarrow: false, font: { size: 11 } });
    const place = `at byte ${offset.toLocaleString('en')}<br>${field.bytes.toLocaleString('en')} B`;
    annotations.push({
      x: i + 0.48,
      y: y - 0.17,
      text: place,
      showarrow: false,
      font: { size: 10, color: COLOURS.quiet },
    });
    offset += field.bytes;
  });
  return { shapes, annotations };
}

/** The bytes of a sweep's request and reply, in order, with their offsets (WIRE.md, opcode 0). */
export function frameLayout({ bars = 150_000, combos = 80 }: FrameLayoutOptions = {}): PlotlyFigure {
  const request = [
    { name: 'body_len', bytes: 4, what: 'u32' },
    { name: 'opcode', bytes: 1, what: 'u8 = 0' },
    { name: 'n_bars', bytes: 4, what: 'u32' },
    { name: 'n_combos', bytes: 4, what: 'u32' },
    { name: 'close', bytes: bars * 8, what: 'f64 each' },
    { name: 'params', bytes: combos * 48, what: '6 x i64 each' },
  ];
  const reply = [
    { name: 'body_len', bytes: 4, what: 'u32' },
    { name: 'pnl', bytes: combos * 8, what: 'f64 each' },
    { name: 'trades', bytes: combos * 8, what: 'i64 each' },
  ];
  const [above, below] = [strip(request, 1.3), strip(reply, 0)];
  const size = (fields: readonly Field[]): string =>
    fields.reduce((sum, f) => sum + f.bytes, 0).toLocaleString('en');
  const heading = (text: string, y: number) => ({
    x: 0,
    y,
    text,
    showarrow: false,
    xanchor: 'left',
    font: { size: 13 },
  });
  const hidden = { visible: false, fixedrange: true };
  return {
    data: [
      {
        type: 'scatter',
        mode: 'markers',
        x: [0],
        y: [0],
        marker: { opacity: 0 },
        hoverinfo: 'skip',
        showlegend: false,
      },
    ],
    layout: layout('One sweep on the wire: a frame there, a frame back, little-endian', {
      xaxis: { ...hidden, range: [-0.05, 6.05] },
      yaxis: { ...hidden, range: [-0.4, 2.35] },
      height: 340,
      margin: { l: 12, r: 12, t: 56, b: 12 },
      shapes: [...above.shapes, ...below.shapes],
      annotations: [
        ...above.annotations,
        ...below.annotations,
        heading(`request, ${size(request)} bytes`, 2.1),
        heading(`reply, ${size(reply)} bytes`, 0.8),
      ],
    }),
  };
}
