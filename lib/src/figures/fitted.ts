import type { PlotlyFigure } from './figure';
import { lines } from './style';

type Trace = Record<string, unknown>;

/** Pixels of a legend that a phone has beside each other. */
const PHONE = 340;
/** What an entry takes beside its text: its line or mark, and the gap to the next. */
const MARK = 45;
/** Of a character, on average, and of a line of the legend. */
const CHARACTER = 6.2;
const LINE = 19;
const GAP = 10;
/** Characters of an entry that a phone shows in one line. */
const LONGEST = Math.floor((PHONE - MARK) / CHARACTER);

const isEmpty = ({ x, y }: Trace): boolean =>
  [x, y].some(
    (values) => (Array.isArray(values) || ArrayBuffer.isView(values)) && !(values as number[]).length,
  );

const isListed = ({ name, type, showlegend }: Trace): boolean =>
  typeof name === 'string' && showlegend !== false && type !== 'heatmap';

/** Lines that the legend takes where it is narrowest. */
function legendLines(names: readonly string[]): number {
  const widths = names.map(
    (name) => MARK + CHARACTER * Math.max(...name.split('<br>').map(({ length }) => length)),
  );
  const columns =
    widths.reduce((sum, width) => sum + width, 0) <= PHONE
      ? names.length
      : Math.max(1, Math.floor(PHONE / Math.max(...widths)));
  const deepest = Math.max(...names.map((name) => name.split('<br>').length));
  return Math.ceil(names.length / columns) * deepest;
}

/**
 * A figure as high as its legend asks for on a phone, so that the plot keeps its height there, with names in lines that
 * a phone shows whole. Entries without a point are left out.
 */
export function fitted(figure: PlotlyFigure): PlotlyFigure {
  const data = (figure.data as Trace[])
    .filter((trace) => !(isListed(trace) && isEmpty(trace)))
    .map((trace) =>
      isListed(trace) && (trace.name as string).length > LONGEST
        ? { ...trace, name: lines(trace.name as string, LONGEST).join('<br>') }
        : trace,
    );
  const layout = figure.layout ?? {};
  const names = data.filter(isListed).map(({ name }) => name as string);
  // plotly shows no legend for a single trace
  if (layout.showlegend === false || names.length < 2) return { ...figure, data };
  const height = Number(layout.height) + LINE * legendLines(names) + GAP;
  return { ...figure, data, layout: { ...layout, height } };
}
