import { createRequire } from 'node:module';

const cartesian = new Set([
  'bar',
  'box',
  'contour',
  'heatmap',
  'histogram',
  'histogram2d',
  'histogram2dcontour',
  'image',
  'pie',
  'scatter',
  'scatterternary',
  'violin',
]);

/** A trace without a type is a scatter, as in plotly. */
export const traceType = (trace: object): string => {
  const type = (trace as { type?: unknown }).type;
  return typeof type === 'string' ? type : 'scatter';
};

/** Which build of plotly.js is enough: the one of 1.5 MB knows most traces, the whole one has 4.8 MB. */
export type Bundle = 'cartesian' | 'whole';

/** The smallest build that draws all of `traces`. */
export function bundleFor(traces: readonly object[]): Bundle {
  return traces.every((trace) => cartesian.has(traceType(trace))) ? 'cartesian' : 'whole';
}

/** Path of the build's minified file in the installed plotly.js. */
export function bundlePath(bundle: Bundle): string {
  const file = bundle === 'cartesian' ? 'plotly-cartesian.min.js' : 'plotly.min.js';
  return createRequire(__filename).resolve(`plotly.js/dist/${file}`);
}
