import { type GateOutcome, type GateRecord, namesText, variantOutcome } from '../bench';
import type { PlotlyFigure } from './figure';
import { COLOURS, LINE_HEIGHT, lines, TITLE_LINE } from './style';

/**
 * Which variants of the gate a trace's times are of: for all of it, or a list for each point. A figure that draws times
 * says so in its traces, and `markedByGate`, which every such figure passes through, takes it out again.
 */
export type Of = readonly string[] | readonly (readonly string[])[];

type Trace = Record<string, unknown> & { of?: Of };
type Doubt = Exclude<GateOutcome, 'passed'>;

/** What the gate did not pass, by name: variants, or whatever else a figure's traces name. */
export type Doubts = ReadonlyMap<string, Doubt>;

/** The variants that failed, or of which the gate shows nothing. */
export function doubtsOf(gate: GateRecord | null | undefined): Doubts {
  const doubts = new Map<string, Doubt>();
  for (const variant of gate?.variants ?? []) {
    const outcome = variantOutcome(variant);
    // of one name in several gates the worse counts
    if (outcome !== 'passed' && doubts.get(variant.architecture) !== 'failed')
      doubts.set(variant.architecture, outcome);
  }
  return doubts;
}

const words = (doubt: Doubt): string => `gate ${doubt}`;

/** The worse of what some names are in doubt for; null where they are in none. */
function worst(names: readonly string[], doubts: Doubts): Doubt | null {
  const found = names.flatMap((name) => doubts.get(name) ?? []);
  return found.find((each) => each === 'failed') ?? found[0] ?? null;
}

const isPerPoint = (of: Of): of is readonly (readonly string[])[] => Array.isArray(of[0]);

/** Of how many points a trace's lists are; 1 where they are of none. */
const pointsOf = ({ x, y }: Trace): number => Math.max(1, ...[x, y].map((list) => lengthOf(list)));
const lengthOf = (list: unknown): number => (list as ArrayLike<unknown> | undefined)?.length ?? 0;

/** One value for each point, whether a trace has a list or one for all. */
const each = <T>(value: T | readonly T[] | undefined, points: number, otherwise: T): T[] =>
  Array.from({ length: points }, (_, i) => (Array.isArray(value) ? value[i] : (value as T)) ?? otherwise);

/** How what is in doubt is drawn: crossed out and grey, whatever it was before. */
const CROSS = 'x';
const GREY = '#9aa3ad';

/** A trace that is in doubt as a whole: what lines it has are dotted too, and its name says why. */
function crossedOut(trace: Trace, doubt: Doubt): Trace {
  const { line, marker, error_x, name, hovertemplate } = trace;
  const named = typeof name === 'string' && name !== '' ? `${name} (${words(doubt)})` : words(doubt);
  return {
    ...trace,
    name: named,
    ...(line || !marker ? { line: { ...(line as object), color: GREY, dash: 'dot' } } : {}),
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

const BAR = { color: '#e3e6ea', line: { width: 1, color: GREY } };

function greyMarker(marker: Trace, bar: boolean): object {
  const line = { ...(marker.line as object | undefined), color: GREY };
  return bar
    ? { ...marker, ...BAR, pattern: { shape: 'x', fgcolor: GREY, solidity: 0.15 } }
    : { ...marker, color: GREY, symbol: CROSS, line };
}

/** A trace of which some points are in doubt: these are crossed out. */
function partlyCrossedOut(
  trace: Trace,
  doubts: readonly (Doubt | null)[],
  labelled: readonly boolean[],
): Trace {
  const points = doubts.length;
  const marker = (trace.marker ?? {}) as Trace;
  const pick = <T>(own: T | readonly T[] | undefined, doubted: T, otherwise: T): T[] =>
    each(own, points, otherwise).map((value, i) => (doubts[i] ? doubted : value));
  const own = (marker.line ?? {}) as Trace;
  const hovers = each(trace.hovertemplate as string | undefined, points, '%{x}').map((template, i) =>
    doubts[i] ? hovered(template, doubts[i]!) : template,
  );
  if (trace.type === 'bar') {
    const { pattern } = marker as { pattern?: { shape?: string } };
    return {
      ...trace,
      marker: {
        ...marker,
        color: pick(marker.color as string, BAR.color, COLOURS.ours),
        line: { color: GREY, width: doubts.map((doubt) => (doubt ? 1 : 0)) },
        pattern: {
          fgcolor: GREY,
          solidity: 0.4,
          fillmode: 'overlay',
          ...pattern,
          shape: pick(pattern?.shape, 'x', ''),
        },
      },
      hovertemplate: hovers,
    };
  }
  const shown = String(trace.mode ?? '').includes('text');
  const text = doubts.map((doubt, i) => {
    const before = shown ? '%{text}' : '';
    return doubt && labelled[i] ? [before, words(doubt)].filter(Boolean).join(', ') : before;
  });
  const says = text.some((each) => each !== '');
  return {
    ...trace,
    mode: says && !shown ? `${trace.mode}+text` : trace.mode,
    ...(says
      ? {
          texttemplate: text,
          textposition: trace.textposition ?? 'middle right',
          textfont: trace.textfont ?? { size: 11 },
        }
      : {}),
    marker: {
      ...marker,
      color: pick(marker.color as string, GREY, COLOURS.ours),
      symbol: pick(marker.symbol as string, CROSS, 'circle'),
      line: { ...own, color: pick((own.color ?? marker.color) as string, GREY, COLOURS.ours) },
    },
    hovertemplate: hovers,
  };
}

/** More labels than this would hide what they are about; the name of the trace and the note still say it. */
const MOST_LABELS = 12;

/**
 * Marks what the gate did not pass in a figure that draws times: its points are crossed out and grey, its lines dotted,
 * names, hovers and the labels of its rows say so, and a note below the title names it. Without a doubt the figure is
 * only freed of `of`.
 */
export function markedByGate(figure: PlotlyFigure, doubts: Doubts): PlotlyFigure {
  const drawn = (figure.data as Trace[]).map((trace) => ({ trace, points: doubtsIn(trace, doubts) }));
  if (!drawn.some(({ points }) => points?.some((doubt) => doubt !== null))) {
    return { ...figure, data: drawn.map(({ trace }) => without(trace)) };
  }
  const rows = doubtedRows(drawn);
  const data = drawn.map(({ trace, points }) => {
    const plain = without(trace);
    const first = points?.find((doubt) => doubt !== null);
    if (!points || !first) return plain;
    if (points.every((doubt) => doubt !== null))
      return crossedOut(plain, points.includes('failed') ? 'failed' : first);
    const few = points.filter((doubt) => doubt !== null).length <= MOST_LABELS;
    const labelled = each(trace.y as unknown[], points.length, null).map(
      (row) => few && !(typeof row === 'string' && rows.has(row)),
    );
    return partlyCrossedOut(plain, points, labelled);
  });
  const named = new Set(drawn.flatMap(({ trace }) => (trace.of ?? []).flat()));
  const noted = [...doubts].filter(([name]) => named.has(name));
  return { ...figure, data, layout: withNote(withRows(figure.layout ?? {}, drawn, rows), noted) };
}

function without({ of: _, ...trace }: Trace): Trace {
  return trace;
}

/** What each point of a trace is in doubt for; null where the trace has no times of a variant. */
function doubtsIn(trace: Trace, doubts: Doubts): (Doubt | null)[] | null {
  const { of } = trace;
  if (of === undefined || of.length === 0) return null;
  if (isPerPoint(of)) return of.map((names) => worst(names, doubts));
  const all = worst(of, doubts);
  return new Array<Doubt | null>(pointsOf(trace)).fill(all);
}

interface Drawn {
  trace: Trace;
  points: (Doubt | null)[] | null;
}

/** The rows of a category axis of which every time drawn is in doubt, and for what. */
function doubtedRows(drawn: readonly Drawn[]): Map<string, Doubt> {
  const found = new Map<string, Doubt | null>();
  for (const { trace, points } of drawn) {
    // a line from row to row is of none of them
    if (points === null || trace.mode === 'lines') continue;
    each(trace.y as unknown[], points.length, null).forEach((row, i) => {
      if (typeof row !== 'string') return;
      found.set(row, found.get(row) === null || points[i] === null ? null : points[i]);
    });
  }
  return new Map([...found].filter((entry): entry is [string, Doubt] => entry[1] !== null));
}

/** The labels of those rows say so. */
function withRows(
  layout: Record<string, unknown>,
  drawn: readonly Drawn[],
  rows: ReadonlyMap<string, Doubt>,
): Record<string, unknown> {
  if (rows.size === 0) return layout;
  const axes = new Set(drawn.map(({ trace }) => String(trace.yaxis ?? 'y')));
  const label = (row: string): string => {
    const doubt = rows.get(row);
    if (doubt === undefined) return row;
    return row.includes('<br>') ? `${row} (${words(doubt)})` : `${row}<br>(${words(doubt)})`;
  };
  const changed = [...axes].map((axis) => {
    const name = axis.replace('y', 'yaxis');
    const own = (layout[name] ?? {}) as { categoryarray?: string[] };
    const all = own.categoryarray ?? [...rows.keys()];
    return [name, { ...own, tickmode: 'array', tickvals: all, ticktext: all.map(label) }];
  });
  return { ...layout, ...Object.fromEntries(changed) };
}

/** A note in the lines below the title, which grows by them. */
function withNote(
  layout: Record<string, unknown>,
  noted: readonly (readonly [string, Doubt])[],
): Record<string, unknown> {
  const of = (doubt: Doubt): string =>
    namesText(noted.filter((each) => each[1] === doubt).map(([name]) => name));
  const [failed, silent] = [of('failed'), of('shows nothing')];
  const notes = [
    ...(failed === '' ? [] : [`GATE FAILED, crossed out, no time of it counts: ${failed}`]),
    ...(silent === '' ? [] : [`GATE SHOWS NOTHING, crossed out, nothing traded: ${silent}`]),
  ].flatMap((text) => lines(text, TITLE_LINE));
  const title = layout.title as { text?: string } | undefined;
  const margin = layout.margin as { t?: number } | undefined;
  const height = typeof layout.height === 'number' ? layout.height : undefined;
  const more = notes.length * LINE_HEIGHT;
  return {
    ...layout,
    title: { ...title, text: [...(title?.text ? [title.text] : []), ...notes].join('<br>') },
    margin: { ...margin, t: (margin?.t ?? 0) + more },
    ...(height === undefined ? {} : { height: height + more }),
  };
}
