/**
 * A plotly figure as plain data: what every figure function returns and `show`, `exportHtml`, `toSvg`
 * take. Numbers may be in typed arrays, wherever plotly takes an array; a list of typed arrays of equal
 * length is a matrix (heatmaps). The attributes are plotly's: https://plotly.com/javascript/reference/
 */
export interface PlotlyFigure {
  /** The traces, drawn in this order. */
  data: object[];
  layout?: Record<string, unknown>;
  config?: object;
}
