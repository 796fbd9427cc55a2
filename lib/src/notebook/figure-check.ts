import { OptionError } from '../errors';
import type { FigureLike } from '../figures/figure';

/** Whether `value` has a figure's form: an object whose `data` is a list of trace objects. */
export function isFigure(value: unknown): value is FigureLike {
  if (typeof value !== 'object' || value === null) return false;
  const { data, layout } = value as { data?: unknown; layout?: unknown };
  const layoutFits = layout === undefined || (typeof layout === 'object' && layout !== null);
  return (
    Array.isArray(data) && layoutFits && data.every((trace) => typeof trace === 'object' && trace !== null)
  );
}

const PARTS = ['data', 'layout', 'config', 'frames'];
/** Where traces have what they draw. */
const DRAWN =
  'x y z values labels parents r theta a b c lat lon locations real imag dimensions open i u'.split(' ');
/** Traces that have it in objects of their own. */
const OTHERS = ['indicator', 'sankey', 'table'];

const isListed = (value: unknown): boolean =>
  Array.isArray(value) ||
  ArrayBuffer.isView(value) ||
  (value as { bdata?: unknown } | null)?.bdata !== undefined;

/** Whether a trace without a layout beside it can be told from a row of other data. */
const isTrace = (trace: object): boolean => {
  const fields = trace as Record<string, unknown>;
  return OTHERS.includes(String(fields.type)) || DRAWN.some((name) => isListed(fields[name]));
};

/**
 * Whether `value` is meant as a figure, and not as any other object that holds a list called `data`, as many a reply of
 * a server does: it has a layout, or nothing but what a figure has, and traces with something to draw.
 */
export function isMeantAsFigure(value: unknown): value is FigureLike {
  if (!isFigure(value) || value.data.some((trace) => Array.isArray(trace))) return false;
  if (value.layout !== undefined) return true;
  return (
    Object.keys(value).every((name) => PARTS.includes(name)) &&
    value.data.length > 0 &&
    value.data.every(isTrace)
  );
}

/** @throws OptionError when `value` is not a figure. */
export function checkFigure(value: unknown): asserts value is FigureLike {
  if (!isFigure(value))
    throw new OptionError('figure', value, 'a plotly figure { data: [...], layout: {...} }');
}

/** Text without plotly's tags; null when there is none. */
function plainText(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const plain = text
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?(?:b|i|u|s|em|sub|sup|span|a)\b[^>]*>/gi, '')
    .trim();
  return plain === '' ? null : plain;
}

/** Plotly's titles are strings or { text, subtitle }; null when there is none. */
function plainTitle(title: unknown): string | null {
  if (typeof title !== 'object' || title === null) return plainText(title);
  const { text, subtitle } = title as { text?: unknown; subtitle?: { text?: unknown } };
  const parts = [plainText(text), plainText(subtitle?.text)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}

const writtenIn = (annotations: unknown): string[] =>
  (Array.isArray(annotations) ? annotations : []).flatMap(({ text }) => plainText(text) ?? []);

/** The figure's title without markup; null when it has none. */
export function figureTitle(figure: FigureLike): string | null {
  return plainTitle((figure.layout as { title?: unknown } | undefined)?.title);
}

/** One sentence that says what a figure shows, for those who can't see it: title, axes, traces. */
export function describeFigure(figure: FigureLike): string {
  const layout = (figure.layout ?? {}) as Record<string, { title?: unknown } | undefined>;
  const axes = (['xaxis', 'yaxis'] as const)
    .map((axis) => [axis[0], plainTitle(layout[axis]?.title)])
    .filter(([, title]) => title !== null)
    .map(([axis, title]) => `${axis}: ${title}`);
  const names = figure.data
    .map((trace) => plainText((trace as { name?: unknown }).name))
    .filter((name): name is string => name !== null);
  const parts = [figureTitle(figure) ?? 'Figure', ...axes];
  if (names.length > 0) parts.push(`traces: ${[...new Set(names)].join(', ')}`);
  // where nothing is drawn, what is written there is all there is to say
  if (figure.data.length === 0) parts.push(...writtenIn(layout.annotations));
  return parts.join('; ');
}
