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

/** Where each column of the table stands, as a share of its width. */
const COLUMNS = [
  { head: 'field', x: 0.03, xanchor: 'left' },
  { head: 'type', x: 0.26, xanchor: 'left' },
  { head: 'at byte', x: 0.75, xanchor: 'right' },
  { head: 'bytes', x: 0.97, xanchor: 'right' },
] as const;

const FILLS = [COLOURS.grid, '#cfe3f1', '#f7dccb', '#d5ebe3', '#f3e3c3'];

const sizeOf = (fields: readonly Field[]): number => fields.reduce((sum, { bytes }) => sum + bytes, 0);

/** A line of the table at `y` rows from the top. */
const line = (texts: readonly string[], y: number, font: object): object[] =>
  texts.map((text, i) => ({ x: COLUMNS[i].x, xanchor: COLUMNS[i].xanchor, y, text, showarrow: false, font }));

/** A frame from row `top` down: its heading, the columns' heads and a row a field, all of equal height. */
function frame(
  name: string,
  fields: readonly Field[],
  top: number,
): { shapes: object[]; annotations: object[] } {
  const heading = `<b>${name}, ${sizeOf(fields).toLocaleString('en')} bytes</b>`;
  const heads = COLUMNS.map(({ head }) => head);
  let offset = 0;
  const rows = fields.map((field, i) => {
    const y = top + 2 + i;
    const texts = [
      `<b>${field.name}</b>`,
      field.what,
      offset.toLocaleString('en'),
      field.bytes.toLocaleString('en'),
    ];
    offset += field.bytes;
    return {
      shape: {
        type: 'rect',
        x0: 0,
        x1: 1,
        y0: y - 0.46,
        y1: y + 0.46,
        fillcolor: FILLS[Math.min(i, FILLS.length - 1)],
        line: { color: COLOURS.quiet, width: 1 },
        layer: 'below',
      },
      texts: line(texts, y, { size: 12 }),
    };
  });
  return {
    shapes: rows.map(({ shape }) => shape),
    annotations: [
      { x: 0, xanchor: 'left', y: top, text: heading, showarrow: false, font: { size: 13 } },
      ...line(heads, top + 1, { size: 11, color: COLOURS.quiet }),
      ...rows.flatMap(({ texts }) => texts),
    ],
  };
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
  // two rows of heads above the fields, and half a row between the frames
  const replyTop = request.length + 2.5;
  const bottom = replyTop + reply.length + 2;
  const frames = [frame('request', request, 0), frame('reply', reply, replyTop)];
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
      xaxis: { ...hidden, range: [-0.005, 1.005] },
      // rows are counted from the top
      yaxis: { ...hidden, range: [bottom - 0.4, -0.6] },
      height: 460,
      margin: { l: 12, r: 12, b: 12 },
      shapes: frames.flatMap(({ shapes }) => shapes),
      annotations: frames.flatMap(({ annotations }) => annotations),
    }),
  };
}
