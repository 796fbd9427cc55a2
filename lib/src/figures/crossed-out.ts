import type { GateOutcome } from '../bench';

export type Trace = Record<string, unknown>;

/** Why a time does not count. */
export type Doubt = Exclude<GateOutcome, 'passed'>;

export const words = (doubt: Doubt): string => `gate ${doubt}`;

/** How what is in doubt is drawn: crossed out and grey, whatever it was before. */
const CROSS = 'x';
const GREY = '#9aa3ad';

/** A trace that is in doubt as a whole: what lines it has are dotted too, and its name says why. */
export function crossedOut(trace: Trace, doubt: Doubt): Trace {
  const { line, marker, error_x, name, hovertemplate } = trace;
  const named = typeof name === 'string' && name !== '' ? `${name} (${words(doubt)})` : words(doubt);
  return {
    ...trace,
    name: named,
    ...(line || !marker ? { line: greyLine(line as Trace | undefined) } : {}),
    ...(marker ? { marker: greyMarker(marker as Trace, trace.type === 'bar') } : {}),
    ...(error_x ? { error_x: { ...(error_x as object), color: GREY } } : {}),
    ...(typeof hovertemplate === 'string' ? { hovertemplate: hovered(hovertemplate, doubt) } : {}),
  };
}

/** What is hovered over says it before the box beside it. */
const hovered = (template: string, doubt: Doubt): string =>
  /<extra>/.test(template)
    ? template.replace(/<extra>/, `<br><b>${words(doubt)}</b><extra>`)
    : `${template}<br><b>${words(doubt)}</b>`;

/** Two that were told apart by their dashes still are. */
const greyLine = (line: Trace = {}): object => ({
  ...line,
  color: GREY,
  dash: (line.dash ?? 'solid') === 'solid' ? 'dot' : 'dashdot',
});

const BAR = { color: '#e3e6ea', line: { width: 1, color: GREY } };

function greyMarker(marker: Trace, bar: boolean): object {
  const line = { ...(marker.line as object | undefined), color: GREY };
  return bar
    ? { ...marker, ...BAR, pattern: { shape: 'x', fgcolor: GREY, solidity: 0.15 } }
    : { ...marker, color: GREY, symbol: CROSS, line };
}

/** The parts of a trace that may be a list with an entry a point, at any depth that plotly has them. */
const LISTS = ['x', 'y', 'text', 'customdata', 'textposition', 'hovertemplate', 'array', 'arrayminus'];
const GROUPS = ['marker', 'line', 'pattern', 'error_x', 'error_y'];
const STYLES = ['color', 'symbol', 'size', 'width', 'shape'];

/** The points of a trace at some places, as a trace. */
export function pointsAt(trace: Trace, at: readonly number[]): Trace {
  const entries = Object.entries(trace).map(([key, value]): [string, unknown] => {
    if (GROUPS.includes(key) && typeof value === 'object' && value !== null) {
      return [key, pointsAt(value as Trace, at)];
    }
    const list = LISTS.includes(key) || STYLES.includes(key);
    const many = Array.isArray(value) || ArrayBuffer.isView(value);
    return [key, list && many ? at.map((i) => (value as unknown[])[i]) : value];
  });
  return Object.fromEntries(entries);
}

/** Points that are in doubt beside others of their trace, which keep its name in the legend. */
export function crossedOutPoints(trace: Trace, doubt: Doubt, labelled: readonly boolean[]): Trace {
  const crossed = crossedOut(trace, doubt);
  const shown = String(trace.mode ?? '').includes('text');
  const label = labelled.map((named) => {
    const before = shown ? '%{text}' : '';
    return named ? [before, words(doubt)].filter(Boolean).join(', ') : before;
  });
  if (trace.type === 'bar' || label.every((text) => text === '')) return { ...crossed, showlegend: false };
  return {
    ...crossed,
    showlegend: false,
    mode: shown ? trace.mode : `${trace.mode}+text`,
    texttemplate: label,
    textposition: trace.textposition ?? 'middle right',
    textfont: trace.textfont ?? { size: 11 },
  };
}
