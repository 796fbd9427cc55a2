import { PictureError } from '../../errors';
import { traceType } from './bundle';

/** WebGL can't be drawn without a browser; these have a twin that is plain SVG. */
const TWINS: Record<string, string> = {
  scattergl: 'scatter',
  heatmapgl: 'heatmap',
  scatterpolargl: 'scatterpolar',
};

/** Traces that are WebGL or map tiles and nothing else. */
const NO_TWIN = new Set([
  'scatter3d',
  'surface',
  'mesh3d',
  'cone',
  'streamtube',
  'volume',
  'isosurface',
  'splom',
  'parcoords',
  'scattermap',
  'densitymap',
  'choroplethmap',
  'scattermapbox',
  'densitymapbox',
  'choroplethmapbox',
]);

/** A marker is an element of its own in an SVG: 20,000 take about four seconds to draw. */
const MOST_MARKERS = 20_000;

/** Points of a list in any of the forms that a figure may hold. */
function lengthOf(list: unknown): number {
  if (Array.isArray(list)) return list.length;
  if (ArrayBuffer.isView(list)) return (list as unknown as ArrayLike<unknown>).length;
  const { bdata, dtype } = (list ?? {}) as { bdata?: unknown; dtype?: unknown };
  if (typeof bdata !== 'string' || typeof dtype !== 'string') return 0;
  return Math.floor((bdata.length * 3) / 4 / Number(/\d/.exec(dtype)?.[0] ?? 1));
}

function markersOf(trace: object): number {
  const { mode, x, y } = trace as { mode?: unknown; x?: unknown; y?: unknown };
  const isScatter = /^scatter/.test(traceType(trace));
  // Without a mode plotly adds markers to fewer than twenty points only.
  return isScatter && typeof mode === 'string' && /markers|text/.test(mode)
    ? Math.max(lengthOf(x), lengthOf(y))
    : 0;
}

/**
 * The traces as they can be drawn without a browser.
 * @throws PictureError for a trace that needs one, or too many markers
 */
export function drawable(traces: readonly object[]): object[] {
  const markers = traces.reduce((sum, trace) => sum + markersOf(trace), 0);
  if (markers > MOST_MARKERS) {
    throw new PictureError(
      `it has ${markers.toLocaleString('en-US')} markers, more than ${MOST_MARKERS.toLocaleString('en-US')}`,
    );
  }
  return traces.map((trace) => {
    const type = traceType(trace);
    if (NO_TWIN.has(type)) throw new PictureError(`a trace of type ${type} needs a browser`);
    const twin = TWINS[type];
    return twin === undefined ? trace : { ...trace, type: twin };
  });
}
