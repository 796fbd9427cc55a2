import type { PlotlyFigure } from '../figures/figure';
import { traceType } from './picture/bundle';
import { type Numbers, thinIndices } from './thin';

/** Lines longer than this are thinned when a figure is shown. */
export const THIN_ABOVE = 10_000;

type Fields = Record<string, unknown>;

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

const isNumbers = (value: unknown): value is Numbers =>
  isList(value) && (value.length === 0 || typeof value[0] === 'number');

function ascends(x: Numbers): boolean {
  for (let i = 0; i < x.length; i++) {
    if (!Number.isFinite(x[i]!) || (i > 0 && x[i]! < x[i - 1]!)) return false;
  }
  return true;
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
  if (x !== undefined && (!isNumbers(x) || x.length !== y.length || !ascends(x))) return null;
  const isLog = axisOf(trace, layout).type === 'log';
  if (isLog && (x === undefined || x[0]! <= 0)) return null;
  const indices = thinIndices(x ?? null, y, pixels, isLog ? Math.log10 : undefined);
  const step = typeof trace.dx === 'number' ? trace.dx : 1;
  const start = typeof trace.x0 === 'number' ? trace.x0 : 0;
  const places =
    x === undefined
      ? { x: Float64Array.from(indices, (i) => start + i * step), mode: 'lines' }
      : { mode: 'lines' };
  return { ...(pick(trace, y.length, indices) as Fields), ...places };
}

/** States on the figure itself that it was thinned: at the bottom right, below the axis' numbers. */
function note(points: number, pixels: number): Fields {
  return {
    text: `lowest and highest of ${points.toLocaleString('en-US')} points in each of ${pixels} columns`,
    showarrow: false,
    xref: 'paper',
    yref: 'paper',
    x: 1,
    y: 0,
    xanchor: 'right',
    yanchor: 'top',
    yshift: -44,
    font: { size: 10, color: '#888' },
  };
}

/**
 * The figure with its long lines thinned to what `pixels` columns can show, and a note that says so; the same
 * figure when it has none. Lines are scatter traces of mode `lines` (also by default) with more than
 * {@link THIN_ABOVE} points, whose x ascends. Other traces keep every point.
 */
export function thinFigure(figure: PlotlyFigure, pixels: number): PlotlyFigure {
  const layout = figure.layout as Fields | undefined;
  let points = 0;
  const data = figure.data.map((trace) => {
    const thinned = thinnedTrace(trace as Fields, layout, pixels);
    if (thinned !== null) points = Math.max(points, ((trace as Fields).y as Numbers).length);
    return thinned ?? trace;
  });
  if (points === 0) return figure;
  const annotations = Array.isArray(layout?.annotations) ? (layout?.annotations as object[]) : [];
  return { ...figure, data, layout: { ...layout, annotations: [...annotations, note(points, pixels)] } };
}
