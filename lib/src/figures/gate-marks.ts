import { type GateRecord, namesText, variantOutcome } from '../bench';
import { crossedOut, crossedOutPoints, type Doubt, pointsAt, type Trace, words } from './crossed-out';
import type { PlotlyFigure } from './figure';
import type { Layout, Trace as PlotlyTrace } from './plotly-attributes';
import { LINE_HEIGHT, lines, TITLE_LINE } from './style';

/**
 * Which variants of the gate a trace's times are of: for all of it, or a list for each point. A figure that draws times
 * says so in its traces, and `markedByGate`, which every such figure passes through, takes it out again.
 */
export type Of = readonly string[] | readonly (readonly string[])[];

type Gated = Trace & { of?: Of };

/** A figure as it is drawn, before its gate's marks. */
export interface GatedFigure extends Omit<PlotlyFigure, 'data'> {
  data: (PlotlyTrace & { of?: Of })[];
}

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

/** The worse of what some names are in doubt for; null where they are in none. */
function worst(names: readonly string[], doubts: Doubts): Doubt | null {
  const found = names.flatMap((name) => doubts.get(name) ?? []);
  return found.find((each) => each === 'failed') ?? found[0] ?? null;
}

const isPerPoint = (of: Of): of is readonly (readonly string[])[] => Array.isArray(of[0]);

/** Of how many points a trace's lists are; 1 where they are of none. */
const pointsOf = ({ x, y }: Trace): number => Math.max(1, ...[x, y].map((list) => lengthOf(list)));
const lengthOf = (list: unknown): number => (list as ArrayLike<unknown> | undefined)?.length ?? 0;

/** More labels than this would hide what they are about; the name of the trace and the note still say it. */
const MOST_LABELS = 12;

/**
 * Marks what the gate did not pass in a figure that draws times: its points are crossed out and grey, its lines dotted,
 * names, hovers and the labels of its rows say so, and a note below the title names it. Without a doubt the figure is
 * only freed of `of`.
 */
export function markedByGate(figure: GatedFigure, doubts: Doubts): PlotlyFigure {
  const drawn = (figure.data as Gated[]).map((trace) => ({ trace, points: doubtsIn(trace, doubts) }));
  if (!drawn.some(({ points }) => points?.some((doubt) => doubt !== null))) {
    return { ...figure, data: drawn.map(({ trace }) => without(trace)) };
  }
  const rows = doubtedRows(drawn);
  const data = drawn.flatMap(({ trace, points }) => marked(without(trace), points, rows));
  const named = new Set(drawn.flatMap(({ trace }) => (trace.of ?? []).flat()));
  const noted = [...doubts].filter(([name]) => named.has(name));
  const layout = withNote(withRows((figure.layout ?? {}) as Record<string, unknown>, drawn, rows), noted);
  return { ...figure, data, layout: layout as Layout };
}

/** A trace, or the traces it comes apart into. */
function marked(
  trace: Trace,
  points: readonly (Doubt | null)[] | null,
  rows: ReadonlyMap<string, Doubt>,
): Trace[] {
  const placesOf = (doubt: Doubt | null): number[] =>
    (points ?? []).flatMap((each, i) => (each === doubt ? [i] : []));
  const [good, failed, silent] = [placesOf(null), placesOf('failed'), placesOf('shows nothing')];
  if (points === null || good.length === points.length) return [trace];
  if (good.length === 0) return [crossedOut(trace, failed.length > 0 ? 'failed' : 'shows nothing')];
  const y = trace.y as ArrayLike<unknown>;
  const parts = (doubt: Doubt, at: readonly number[]): Trace[] => {
    if (at.length === 0) return [];
    const labelled = at.map((i) => at.length <= MOST_LABELS && !rows.has(String(y[i])));
    return [crossedOutPoints(pointsAt(trace, at), doubt, labelled)];
  };
  return [pointsAt(trace, good), ...parts('failed', failed), ...parts('shows nothing', silent)];
}

function without({ of: _, ...trace }: Gated): Trace {
  return trace;
}

/** What each point of a trace is in doubt for; null where the trace has no times of a variant. */
function doubtsIn(trace: Gated, doubts: Doubts): (Doubt | null)[] | null {
  const { of } = trace;
  if (of === undefined || of.length === 0) return null;
  if (isPerPoint(of)) return of.map((names) => worst(names, doubts));
  const all = worst(of, doubts);
  return new Array<Doubt | null>(pointsOf(trace)).fill(all);
}

interface Drawn {
  trace: Gated;
  points: (Doubt | null)[] | null;
}

/** The rows of a category axis of which every time drawn is in doubt, and for what. */
function doubtedRows(drawn: readonly Drawn[]): Map<string, Doubt> {
  const found = new Map<string, Doubt | null>();
  for (const { trace, points } of drawn) {
    // a line from row to row is of none of them
    if (points === null || trace.mode === 'lines') continue;
    for (const [i, doubt] of points.entries()) {
      const row = (trace.y as ArrayLike<unknown>)[i];
      if (typeof row === 'string') found.set(row, found.get(row) === null ? null : doubt);
    }
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

/** Pixels above a title with a note. */
const NOTE_PAD = 24;

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
    // from the top: where plotly puts it by itself, more lines would reach into the plot
    title: {
      ...title,
      text: [...(title?.text ? [title.text] : []), ...notes].join('<br>'),
      yref: 'container',
      y: 1,
      yanchor: 'top',
      pad: { t: NOTE_PAD },
    },
    margin: { ...margin, t: (margin?.t ?? 0) + more },
    ...(height === undefined ? {} : { height: height + more }),
  };
}
