import type { Layout, Trace } from './plotly-attributes';

/**
 * A plotly figure as plain data: what every figure function returns, to show, to export, or to change first:
 *
 *     const figure = ratioDots(section);
 *     figure.layout.title.text = 'Mine';
 *     figure.data[0].marker.color = 'red';
 *
 * The attributes are plotly's: https://plotly.com/javascript/reference/. Numbers may be in typed arrays, wherever
 * plotly takes an array; a list of typed arrays of equal length is a matrix (heatmaps). A title may be a text.
 */
export interface PlotlyFigure {
  /** The traces, drawn in this order. */
  data: Trace[];
  layout?: Layout;
  config?: object;
}

/** A figure in any form that can be drawn: one of a reader's own may have attributes that no type knows. */
export interface FigureLike {
  data: readonly object[];
  layout?: object;
  config?: object;
}
