/** The colours of all figures: distinct to the colour-blind too (Okabe and Ito), dark enough on white. */
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

/**
 * The layout every figure starts from: a white ground, so that it reads on a light page and on a dark
 * one, a legend below, and margins that fit a phone. `more` is laid over it, axes one level deep.
 * @param title Says what is seen; it is the figure's alternative text too.
 */
export function layout(title: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const base: Record<string, unknown> = {
    title: { text: title, x: 0.02, xanchor: 'left', font: { size: 16 } },
    font: { family: 'system-ui, sans-serif', size: 13, color: COLOURS.ink },
    paper_bgcolor: '#ffffff',
    plot_bgcolor: '#ffffff',
    height: 420,
    margin: { l: 56, r: 24, t: 56, b: 56 },
    legend: { orientation: 'h', x: 0, y: -0.3, yanchor: 'top' },
    hovermode: 'closest',
  };
  for (const [key, value] of Object.entries(more)) {
    base[key] = /^[xy]axis/.test(key) ? { ...AXIS, ...(value as object) } : value;
  }
  base.xaxis ??= AXIS;
  base.yaxis ??= AXIS;
  return base;
}
