import type { FigureLike } from '../figures/figure';
import { traceType } from './picture/bundle';
import { type Numbers, thinIndices } from './thin';

/** Lines longer than this are thinned when a figure is shown. */
export const THIN_ABOVE = 10_000;

type Fields = Record<string, unknown>;

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

const isNumbers = (value: unknown): value is Numbers =>
  isList(value) && (value.length === 0 || typeof value[0] === 'number');

/** Places along x as numbers: dates become milliseconds; null when they are names or out of order. */
function places(x: unknown, length: number): Numbers | null {
  if (!isList(x) || x.length !== length) return null;
  const first = x[0];
  const isDates = first instanceof Date || (typeof first === 'string' && /^\d{4}-\d\d/.test(first));
  if (typeof first !== 'number' && !isDates) return null;
  const numbers = isDates
    ? Float64Array.from(x, (at) => new Date(at as string | Date).getTime())
    : (x as Numbers);
  for (let i = 0; i < length; i++) {
    if (!Number.isFinite(numbers[i]!) || (i > 0 && numbers[i]! < numbers[i - 1]!)) return null;
  }
  return numbers;
}

/** Picks `indices` from each list that has one entry a point, at any depth (text, error bars, marker sizes). */
function pick(value: unknown, length: number, indices: Uint32Array): unknown {
  if (isList(value)) {
    if (value.length !== length) return value;
    if (Array.isArray(value)) return Array.from(indices, (i) => value[i]);
    const Kind = value.constructor as new (length: number) => Record<number, unknown>;
    const picked = new Kind(indices.length);
    for (let k = 0; k < indices.length; k++) picked[k] = value[indices[k]!];
    return picked;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pick(inner, length, indices)]));
}

const axisOf = (trace: Fields, layout: Fields | undefined): Fields => {
  const id = typeof trace.xaxis === 'string' ? trace.xaxis : 'x';
  return (layout?.[`xaxis${id.slice(1)}`] as Fields | undefined) ?? {};
};

/** The trace with fewer points, or null when it is short, is not a line, or has no order along x. */
function thinnedTrace(trace: Fields, layout: Fields | undefined, pixels: number): Fields | null {
  const type = traceType(trace);
  if (type !== 'scatter' && type !== 'scattergl') return null;
  if (trace.mode !== undefined && trace.mode !== 'lines') return null;
  const { x, y } = trace;
  if (!isNumbers(y) || y.length <= THIN_ABOVE) return null;
  const isLog = axisOf(trace, layout).type === 'log';
  if (x === undefined) {
    if (isLog) return null;
    const indices = thinIndices(null, y, pixels);
    const step = typeof trace.dx === 'number' ? trace.dx : 1;
    const start = typeof trace.x0 === 'number' ? trace.x0 : 0;
    return { ...thinned(trace, indices), x: Float64Array.from(indices, (i) => start + i * step) };
  }
  const at = places(x, y.length);
  if (at === null || (isLog && at[0]! <= 0)) return null;
  return thinned(trace, thinIndices(at, y, pixels, isLog ? Math.log10 : undefined));
}

/** The points at `indices`. The mode is said, since by default plotly adds markers to short lines. */
const thinned = (trace: Fields, indices: Uint32Array): Fields => ({
  ...(pick(trace, (trace.y as Numbers).length, indices) as Fields),
  mode: 'lines',
});

/** States on the figure itself that it was thinned: small, at the right, just above the plot. */
function note(points: number, pixels: number): Fields {
  return {
    text: `${points.toLocaleString('en-US')} points, drawn as lowest and highest of each of ${pixels.toLocaleString('en-US')} columns`,
    showarrow: false,
    xref: 'paper',
    yref: 'paper',
    x: 1,
    y: 1,
    xanchor: 'right',
    yanchor: 'bottom',
    font: { size: 10, color: '#888' },
  };
}

/**
 * The figure with its long lines thinned to what `pixels` columns can show, and a note that says so; the same
 * figure when it has none. Lines are scatter traces of mode `lines` (also by default) with more than
 * {@link THIN_ABOVE} points, whose x ascends
 * (numbers or dates). Other traces keep every point.
 */
export function thinFigure(figure: FigureLike, pixels: number): FigureLike {
  const layout = figure.layout as Fields | undefined;
  let points = 0;
  const data = figure.data.map((trace) => {
    const fewer = thinnedTrace(trace as Fields, layout, pixels);
    if (fewer !== null) points = Math.max(points, ((trace as Fields).y as Numbers).length);
    return fewer ?? trace;
  });
  if (points === 0) return figure;
  const annotations = Array.isArray(layout?.annotations) ? (layout?.annotations as object[]) : [];
  return { ...figure, data, layout: { ...layout, annotations: [...annotations, note(points, pixels)] } };
}
