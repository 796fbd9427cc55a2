import type { Layout } from './plotly-attributes';

/** The colours of all figures: distinct to the colour-blind too (Okabe and Ito), to be read on white and in the dark. */
export const COLOURS = {
  ours: '#0072b2',
  published: '#d55e00',
  up: '#009e73',
  down: '#cc79a7',
  third: '#e69f00',
  quiet: '#6b7280',
  /** The run before, under this one. */
  before: '#c2c7cf',
  band: 'rgba(107, 114, 128, 0.18)',
  ink: '#1f2933',
  grid: '#e5e7eb',
} as const;

const AXIS = {
  gridcolor: COLOURS.grid,
  zerolinecolor: COLOURS.grid,
  linecolor: COLOURS.quiet,
  automargin: true,
};

/** Characters of a line that a phone shows whole: of the title, and of an axis beside its tick labels. */
export const TITLE_LINE = 40;
const AXIS_LINE = 28;
/** Pixels above the plot: what the title's lines leave free, and each of its lines. */
const ABOVE = 36;
export const LINE_HEIGHT = 20;

/** The lines of a text, none longer than `length` where its words allow; plotly breaks at `<br>` alone. */
export function lines(text: string, length: number): string[] {
  return text.split('<br>').flatMap((part) => {
    const found: string[] = [];
    for (const word of part.split(' ')) {
      const line = found.at(-1);
      if (line === undefined || line.length + 1 + word.length > length) found.push(word);
      else found[found.length - 1] = `${line} ${word}`;
    }
    return found;
  });
}

function axis(own: object): object {
  const { title } = own as { title?: { text?: string } };
  if (title?.text === undefined) return { ...AXIS, ...own };
  return {
    ...AXIS,
    ...own,
    title: { font: { size: 13 }, ...title, text: lines(title.text, AXIS_LINE).join('<br>') },
  };
}

interface Annotation {
  yref?: string;
  y?: number;
  yanchor?: string;
}

/** Whether a text stands above the plot, where the title's lines end. */
const isAbove = ({ yref, y, yanchor }: Annotation): boolean =>
  yref === 'paper' && y === 1 && yanchor === 'bottom';

/** Height of a row that has a name and a mark or two, and of what is above and below all rows, in pixels. */
const ROW = 36;
const AROUND = 150;

/** The height of a figure with so many named rows, in so many panels: however many, each name has room. */
export const heightOfRows = (rows: number, panels = 1): number =>
  Math.max(360, panels * (AROUND + ROW * rows) - (panels - 1) * 70);

/** A dotted line at x = 1, over the whole height: where a ratio says neither more nor less. */
export const UNITY = {
  type: 'line',
  xref: 'x',
  yref: 'paper',
  x0: 1,
  x1: 1,
  y0: 0,
  y1: 1,
  line: { color: COLOURS.quiet, dash: 'dot' },
} as const;

/**
 * The one legend: at the figure's foot and as wide as it, so that plotly makes room for it below the axis and its title,
 * however wide the figure is drawn. `fitted` gives the figure the height for it.
 */
const LEGEND = {
  orientation: 'h',
  traceorder: 'normal',
  xref: 'container',
  x: 0.02,
  xanchor: 'left',
  yref: 'container',
  y: 0,
  yanchor: 'bottom',
  font: { size: 11 },
} as const;

/**
 * The layout every figure starts from: no ground of its own, so that a page in the dark may draw it so (its greys are
 * turned there, its colours kept), a legend below, and margins and titles that fit a phone. `more` is laid over it, axes
 * and margins one level deep; its `height` is without the legend.
 * @param title Says what is seen; it is the figure's alternative text too.
 */
export function layout(title: string, more: Record<string, unknown> = {}): Layout {
  const titleLines = lines(title, TITLE_LINE);
  const margin = { l: 56, r: 24, t: 56, b: 56, ...(more.margin as object | undefined) };
  const base: Record<string, unknown> = {
    title: { text: titleLines.join('<br>'), x: 0.02, xanchor: 'left', font: { size: 16 } },
    font: { family: 'system-ui, sans-serif', size: 13, color: COLOURS.ink },
    height: 400,
    legend: LEGEND,
    hovermode: 'closest',
  };
  for (const [key, value] of Object.entries(more)) {
    base[key] = /^[xy]axis/.test(key) ? axis(value as object) : value;
  }
  const annotations = (more.annotations ?? []) as Annotation[];
  const above = annotations.some(isAbove) ? ABOVE + LINE_HEIGHT : ABOVE;
  base.margin = { ...margin, t: Math.max(margin.t, above + LINE_HEIGHT * titleLines.length) };
  base.xaxis ??= AXIS;
  base.yaxis ??= AXIS;
  return base as Layout;
}
