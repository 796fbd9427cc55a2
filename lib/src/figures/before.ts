import { before, type Section } from '../study';
import type { PlotlyFigure } from './figure';
import { doubtsOf, type GatedFigure, markedByGate } from './gate-marks';
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

/**
 * Draws a section over the one measured before it in this notebook, whose traces are grey: what a changed
 * option changed is seen at once. Heat maps and what is fixed are drawn for the new run alone. What a gate did not pass
 * is marked in both.
 */
export function overBefore<Row>(
  section: Section<Row>,
  draw: (section: Section<Row>) => GatedFigure,
): PlotlyFigure {
  const figure = drawn(section, draw);
  const previous = before(section);
  if (previous === null) return figure;
  const old = (drawn(previous, draw).data as Trace[]).filter(
    ({ type, meta }) => type !== 'heatmap' && meta !== FIXED,
  );
  return { ...figure, data: [...old.map(faded), ...figure.data] };
}
