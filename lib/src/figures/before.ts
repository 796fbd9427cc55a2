import { OptionError } from '../errors';
import { before, type Section } from '../study';
import type { PlotlyFigure } from './figure';
import { fitted } from './fitted';
import { doubtsOf, type GatedFigure, markedByGate } from './gate-marks';
import { nothingDrawn, saysWhy } from './nothing-drawn';
import { COLOURS } from './style';

type Trace = Record<string, unknown>;

/** Traces that do not change from run to run, such as the article's, carry this as their `meta`. */
export const FIXED = 'fixed';

const greyed = (part: unknown): unknown =>
  part === null || typeof part !== 'object' ? part : { ...part, color: COLOURS.before };

/** A trace of the run before: thin, grey, under the others. */
function faded(trace: Trace): Trace {
  const { marker, line, error_x, error_y, name } = trace;
  return {
    ...trace,
    name: `${name ?? 'this'}, the run before`,
    marker: greyed(marker ?? {}),
    line: greyed(line ?? {}),
    ...(error_x ? { error_x: greyed(error_x) } : {}),
    ...(error_y ? { error_y: greyed(error_y) } : {}),
    text: undefined,
    mode: typeof trace.mode === 'string' ? trace.mode.replace(/\+?text/, '') : trace.mode,
  };
}

/** Draws a section, with what its gate did not pass marked. */
export const drawn = <Row>(
  section: Section<Row>,
  draw: (section: Section<Row>) => GatedFigure,
): PlotlyFigure => markedByGate(draw(section), doubtsOf(section.gate));

/** Whether a trace has a point that was measured; an article's and a legend's key have none. */
function isMeasured({ type, meta, x, y, z }: Trace): boolean {
  if (type === 'heatmap') return (z as number[][]).some((row) => row.length > 0);
  if (meta === FIXED) return false;
  const [across, up] = [x, y] as ArrayLike<unknown>[];
  return Array.from(across, (value, i) => [value, up[i]]).some((point) =>
    point.every((value) => typeof value === 'string' || Number.isFinite(value)),
  );
}

const hasMeasured = ({ data }: PlotlyFigure): boolean => (data as Trace[]).some(isMeasured);

/** The title as one line. */
const titleOf = ({ layout }: PlotlyFigure): string =>
  (layout!.title as { text: string }).text.replaceAll('<br>', ' ');

/** A figure as it is shown: with room for its legend; where it has nothing that was measured, it says why. */
export function orWhy(figure: PlotlyFigure, why: string): PlotlyFigure {
  if (hasMeasured(figure)) return fitted(figure);
  return saysWhy(figure) ? figure : nothingDrawn(titleOf(figure), why);
}

/** The traces of the run before; none where it lacks what an option asks for. */
function tracesBefore<Row>(previous: Section<Row>, draw: (section: Section<Row>) => GatedFigure): Trace[] {
  try {
    return drawn(previous, draw).data as Trace[];
  } catch (error) {
    if (error instanceof OptionError) return [];
    throw error;
  }
}

/**
 * Draws a section over the one measured before it in this notebook, whose traces are grey: what a changed
 * option changed is seen at once. Heat maps and what is fixed are drawn for the new run alone. What a gate did not pass
 * is marked in both.
 * @param why What is said where the section has nothing to draw: what it lacks, and the option that measures it.
 */
export function overBefore<Row>(
  section: Section<Row>,
  draw: (section: Section<Row>) => GatedFigure,
  why: string,
): PlotlyFigure {
  const figure = drawn(section, draw);
  const previous = before(section);
  if (previous === null || !hasMeasured(figure)) return orWhy(figure, why);
  const old = tracesBefore(previous, draw).filter(
    (trace) => trace.type !== 'heatmap' && trace.meta !== FIXED && isMeasured(trace),
  );
  return fitted({ ...figure, data: [...old.map(faded), ...figure.data] });
}
