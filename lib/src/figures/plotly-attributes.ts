// Written by lib/test/figures/write-plotly-attributes.ts from the schema of the plotly.js that is installed: do not edit.
// biome-ignore-all lint: plotly's names and forms
// biome-ignore-all format: as it is written

/** What plotly takes in more forms than a type can say usefully, data above all. */
type Free = any;
/** One value a point. */
type List<Value> = ArrayLike<Value>;

export interface Error_x {
  array?: Free; arrayminus?: Free; color?: string; copy_ystyle?: boolean; symmetric?: boolean; thickness?: number;
  traceref?: number; tracerefminus?: number; type?: 'percent' | 'constant' | 'sqrt' | 'data' | (string & {});
  value?: number; valueminus?: number; visible?: boolean; width?: number; copy_zstyle?: boolean;
}

export interface Error_y {
  array?: Free; arrayminus?: Free; color?: string; symmetric?: boolean; thickness?: number; traceref?: number;
  tracerefminus?: number; type?: 'percent' | 'constant' | 'sqrt' | 'data' | (string & {}); value?: number;
  valueminus?: number; visible?: boolean; width?: number; copy_zstyle?: boolean;
}

export interface Font {
  color?: string | List<string>; family?: string | number | List<string | number>;
  lineposition?: 'under' | 'over' | 'through' | 'none' | (string & {}) | List<string>;
  shadow?: string | number | List<string | number>; size?: number | List<number>;
  style?: 'normal' | 'italic' | (string & {}) | List<string>;
  textcase?: 'normal' | 'word caps' | 'upper' | 'lower' | (string & {}) | List<string>;
  variant?: 'normal' | 'small-caps' | 'all-small-caps' | 'all-petite-caps' | 'petite-caps' | 'unicase' | (string & {}) | List<string>;
  weight?: number | List<number>;
}

export interface Hoverlabel {
  align?: 'left' | 'right' | 'auto' | (string & {}) | List<string>; bgcolor?: string | List<string>;
  bordercolor?: string | List<string>; font?: Font; namelength?: number | List<number>; showarrow?: boolean;
  split?: boolean;
}

export interface LegendgrouptitleFont {
  color?: string; family?: string | number; lineposition?: 'under' | 'over' | 'through' | 'none' | (string & {});
  shadow?: string | number; size?: number; style?: 'normal' | 'italic' | (string & {});
  textcase?: 'normal' | 'word caps' | 'upper' | 'lower' | (string & {});
  variant?: 'normal' | 'small-caps' | 'all-small-caps' | 'all-petite-caps' | 'petite-caps' | 'unicase' | (string & {});
  weight?: number;
}

export interface Legendgrouptitle {
  font?: LegendgrouptitleFont; text?: string | number;
}

export interface Tickformatstop {
  dtickrange?: Free; enabled?: boolean; name?: string | number; templateitemname?: string | number;
  value?: string | number;
}

export interface Title {
  font?: LegendgrouptitleFont; side?: 'right' | 'top' | 'bottom' | (string & {}); text?: string | number;
  toString?(): string;
}

export interface Colorbar {
  bgcolor?: string; bordercolor?: string; borderwidth?: number; dtick?: Free;
  exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {}); labelalias?: Free;
  len?: number; lenmode?: 'fraction' | 'pixels' | (string & {}); minexponent?: number; nticks?: number;
  orientation?: 'h' | 'v' | (string & {}); outlinecolor?: string; outlinewidth?: number; separatethousands?: boolean;
  showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showticklabels?: boolean;
  showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {}); thickness?: number;
  thicknessmode?: 'fraction' | 'pixels' | (string & {}); tick0?: Free; tickangle?: number | 'auto';
  tickcolor?: string; tickfont?: LegendgrouptitleFont; tickformat?: string | number;
  tickformatstops?: Tickformatstop[];
  ticklabeloverflow?: 'allow' | 'hide past div' | 'hide past domain' | (string & {});
  ticklabelposition?: 'outside' | 'inside' | 'outside top' | 'inside top' | 'outside left' | 'inside left' | 'outside right' | 'inside right' | 'outside bottom' | 'inside bottom' | (string & {});
  ticklabelstep?: number; ticklen?: number; tickmode?: 'auto' | 'linear' | 'array' | (string & {});
  tickprefix?: string | number; ticks?: 'outside' | 'inside' | '' | (string & {}); ticksuffix?: string | number;
  ticktext?: Free; tickvals?: Free; tickwidth?: number; title?: Title; x?: number;
  xanchor?: 'left' | 'center' | 'right' | (string & {}); xpad?: number; xref?: 'container' | 'paper' | (string & {});
  y?: number; yanchor?: 'top' | 'middle' | 'bottom' | (string & {}); ypad?: number;
  yref?: 'container' | 'paper' | (string & {});
}

export interface Line {
  autocolorscale?: boolean; cauto?: boolean; cmax?: number; cmid?: number; cmin?: number;
  color?: string | List<string>; coloraxis?: string; colorscale?: string | unknown[]; reversescale?: boolean;
  width?: number | List<number>; outliercolor?: string; outlierwidth?: number;
  dash?: string | number | List<string | number>;
}

export interface Pattern {
  bgcolor?: string | List<string>; fgcolor?: string | List<string>; fgopacity?: number;
  fillmode?: 'replace' | 'overlay' | (string & {}); path?: string | number | List<string | number>;
  shape?: '' | '/' | '\\' | 'x' | '-' | '|' | '+' | '.' | (string & {}) | List<string>; size?: number | List<number>;
  solidity?: number | List<number>;
}

export interface Gradient {
  color?: string | List<string>; type?: 'radial' | 'horizontal' | 'vertical' | 'none' | (string & {}) | List<string>;
}

export interface Pad {
  b?: number; l?: number; r?: number; t?: number;
}

export interface Marker {
  autocolorscale?: boolean; cauto?: boolean; cmax?: number; cmid?: number; cmin?: number; color?: Free;
  coloraxis?: string; colorbar?: Colorbar; colorscale?: string | unknown[]; cornerradius?: Free; line?: Line;
  opacity?: number | List<number>; pattern?: Pattern; reversescale?: boolean; showscale?: boolean; angle?: Free;
  outliercolor?: string; size?: number | List<number>; symbol?: Free; colors?: Free; arrowsize?: number;
  angleref?: 'previous' | 'up' | 'north' | (string & {}); gradient?: Gradient; maxdisplayed?: number;
  sizemin?: number; sizemode?: 'diameter' | 'area' | (string & {}); sizeref?: number;
  standoff?: number | List<number>; allowoverlap?: boolean; depthfade?: true | false | 'reversed' | (string & {});
  pad?: Pad;
}

export interface MarkerLine {
  width?: number;
}

export interface SelectedMarker {
  color?: string; opacity?: number; size?: number; line?: MarkerLine;
}

export interface Textfont {
  color?: string;
}

export interface Selected {
  marker?: SelectedMarker; textfont?: Textfont;
}

export interface TraceTextfont {
  color?: string | List<string>; family?: string | number | List<string | number>;
  lineposition?: 'under' | 'over' | 'through' | 'none' | (string & {}) | List<string>;
  shadow?: string | number | List<string | number>; size?: number | List<number>;
  style?: 'normal' | 'italic' | (string & {}) | List<string>;
  textcase?: 'normal' | 'word caps' | 'upper' | 'lower' | (string & {}) | List<string>;
  variant?: 'normal' | 'small-caps' | 'all-small-caps' | 'all-petite-caps' | 'petite-caps' | 'unicase' | (string & {}) | List<string>;
  weight?: Free;
}

export interface UnselectedLine {
  color?: string; opacity?: number;
}

export interface Unselected {
  marker?: SelectedMarker; textfont?: Textfont; line?: UnselectedLine;
}

export interface TraceLine {
  color?: string | List<string>; width?: number; dash?: Free; smoothing?: number; autocolorscale?: boolean;
  cauto?: boolean; cmax?: number; cmid?: number; cmin?: number; coloraxis?: string; colorbar?: Colorbar;
  colorscale?: string | unknown[]; hovertemplate?: string | number; hovertemplatefallback?: Free;
  reversescale?: boolean; shape?: 'linear' | 'hspline' | 'spline' | 'hv' | 'vh' | 'hvh' | 'vhv' | (string & {});
  showscale?: boolean; backoff?: number | List<number>; simplify?: boolean;
}

export interface DecreasingLine {
  color?: string; width?: number; dash?: string | number;
}

export interface DecreasingMarkerLine {
  color?: string; width?: number;
}

export interface DecreasingMarker {
  color?: string; line?: DecreasingMarkerLine;
}

export interface Decreasing {
  fillcolor?: string; line?: DecreasingLine; marker?: DecreasingMarker;
}

export interface AaxisTitle {
  font?: LegendgrouptitleFont; offset?: number; text?: string | number; toString?(): string;
}

export interface Aaxis {
  arraydtick?: number; arraytick0?: number; autorange?: true | false | 'reversed' | (string & {});
  autotypenumbers?: 'convert types' | 'strict' | (string & {}); categoryarray?: Free;
  categoryorder?: 'trace' | 'category ascending' | 'category descending' | 'array' | (string & {});
  cheatertype?: 'index' | 'value' | (string & {}); color?: string; dtick?: number; endline?: boolean;
  endlinecolor?: string; endlinewidth?: number;
  exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {}); fixedrange?: boolean;
  gridcolor?: string; griddash?: string | number; gridwidth?: number; labelalias?: Free; labelpadding?: number;
  labelprefix?: string | number; labelsuffix?: string | number; linecolor?: string; linewidth?: number;
  minexponent?: number; minorgridcolor?: string; minorgridcount?: number; minorgriddash?: string | number;
  minorgridwidth?: number; nticks?: number; range?: Free;
  rangemode?: 'normal' | 'tozero' | 'nonnegative' | (string & {}); separatethousands?: boolean;
  showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showgrid?: boolean; showline?: boolean;
  showticklabels?: 'start' | 'end' | 'both' | 'none' | (string & {});
  showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {}); smoothing?: number; startline?: boolean;
  startlinecolor?: string; startlinewidth?: number; tick0?: number; tickangle?: number | 'auto';
  tickfont?: LegendgrouptitleFont; tickformat?: string | number; tickformatstops?: Tickformatstop[];
  tickmode?: 'linear' | 'array' | (string & {}); tickprefix?: string | number; ticksuffix?: string | number;
  ticktext?: Free; tickvals?: Free; title?: AaxisTitle; type?: '-' | 'linear' | 'date' | 'category' | (string & {});
}

export interface Lighting {
  ambient?: number; diffuse?: number; facenormalsepsilon?: number; fresnel?: number; roughness?: number;
  specular?: number; vertexnormalsepsilon?: number;
}

export interface Lightposition {
  x?: number; y?: number; z?: number;
}

export interface Project {
  x?: boolean; y?: boolean; z?: boolean;
}

export interface X {
  color?: string; end?: number; highlight?: boolean; highlightcolor?: string; highlightwidth?: number;
  project?: Project; show?: boolean; size?: number; start?: number; usecolormap?: boolean; width?: number;
}

export interface Contours {
  coloring?: 'fill' | 'heatmap' | 'lines' | 'none' | (string & {}); end?: number; labelfont?: LegendgrouptitleFont;
  labelformat?: string | number;
  operation?: '=' | '<' | '>=' | '>' | '<=' | '[]' | '()' | '[)' | '(]' | '][' | ')(' | '](' | ')[' | (string & {});
  showlabels?: boolean; showlines?: boolean; size?: number; start?: number;
  type?: 'levels' | 'constraint' | (string & {}); value?: Free; x?: X; y?: X; z?: X;
}

export interface ConnectorLine {
  color?: string; dash?: string | number; width?: number;
}

export interface Connector {
  fillcolor?: string; line?: ConnectorLine; visible?: boolean; mode?: 'spanning' | 'between' | (string & {});
}

export interface Domain {
  column?: number; row?: number; x?: Free; y?: Free;
}

export interface TraceTitle {
  font?: Font;
  position?: 'top left' | 'top center' | 'top right' | 'middle center' | 'bottom left' | 'bottom center' | 'bottom right' | (string & {});
  text?: string | number; align?: 'left' | 'center' | 'right' | (string & {}); toString?(): string;
}

export interface Cumulative {
  currentbin?: 'include' | 'exclude' | 'half' | (string & {});
  direction?: 'increasing' | 'decreasing' | (string & {}); enabled?: boolean;
}

export interface Xbins {
  end?: Free; size?: Free; start?: Free;
}

export interface Leaf {
  opacity?: number;
}

export interface Pathbar {
  edgeshape?: '>' | '<' | '|' | '/' | '\\' | (string & {}); side?: 'top' | 'bottom' | (string & {}); textfont?: Font;
  thickness?: number; visible?: boolean;
}

export interface Tiling {
  flip?: 'x' | 'y' | (string & {}); orientation?: 'v' | 'h' | (string & {}); pad?: number;
  packing?: 'squarify' | 'binary' | 'dice' | 'slice' | 'slice-dice' | 'dice-slice' | (string & {});
  squarifyratio?: number;
}

export interface DeltaDecreasing {
  color?: string; symbol?: string | number;
}

export interface Delta {
  decreasing?: DeltaDecreasing; font?: LegendgrouptitleFont; increasing?: DeltaDecreasing;
  position?: 'top' | 'bottom' | 'left' | 'right' | (string & {}); prefix?: string | number; reference?: number;
  relative?: boolean; suffix?: string | number; valueformat?: string | number;
}

export interface Axis {
  dtick?: Free; exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {});
  labelalias?: Free; minexponent?: number; nticks?: number; range?: Free; separatethousands?: boolean;
  showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showticklabels?: boolean;
  showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {}); tick0?: Free; tickangle?: number | 'auto';
  tickcolor?: string; tickfont?: LegendgrouptitleFont; tickformat?: string | number;
  tickformatstops?: Tickformatstop[]; ticklabelstep?: number; ticklen?: number;
  tickmode?: 'auto' | 'linear' | 'array' | (string & {}); tickprefix?: string | number;
  ticks?: 'outside' | 'inside' | '' | (string & {}); ticksuffix?: string | number; ticktext?: Free; tickvals?: Free;
  tickwidth?: number; visible?: boolean;
}

export interface Bar {
  color?: string; line?: DecreasingMarkerLine; thickness?: number;
}

export interface Step {
  color?: string; line?: DecreasingMarkerLine; name?: string | number; range?: Free;
  templateitemname?: string | number; thickness?: number;
}

export interface Threshold {
  line?: DecreasingMarkerLine; thickness?: number; value?: number;
}

export interface Gauge {
  axis?: Axis; bar?: Bar; bgcolor?: string; bordercolor?: string; borderwidth?: number;
  shape?: 'angular' | 'bullet' | (string & {}); steps?: Step[]; threshold?: Threshold;
}

export interface Number {
  font?: LegendgrouptitleFont; prefix?: string | number; suffix?: string | number; valueformat?: string | number;
}

export interface CapsX {
  fill?: number; show?: boolean;
}

export interface Caps {
  x?: CapsX; y?: CapsX; z?: CapsX;
}

export interface Contour {
  color?: string; show?: boolean; width?: number;
}

export interface SlicesX {
  fill?: number; locations?: Free; show?: boolean;
}

export interface Slices {
  x?: SlicesX; y?: SlicesX; z?: SlicesX;
}

export interface Surface {
  count?: number; fill?: number; pattern?: 'A' | 'B' | 'C' | 'D' | 'E' | 'all' | 'odd' | 'even' | (string & {});
  show?: boolean;
}

export interface DimensionAxis {
  matches?: boolean; type?: 'linear' | 'log' | 'date' | 'category' | (string & {});
}

export interface Dimension {
  categoryarray?: Free;
  categoryorder?: 'trace' | 'category ascending' | 'category descending' | 'array' | (string & {});
  displayindex?: number; label?: string | number; ticktext?: Free; values?: Free; visible?: boolean;
  constraintrange?: Free; multiselect?: boolean; name?: string | number; range?: Free;
  templateitemname?: string | number; tickformat?: string | number; tickvals?: Free; axis?: DimensionAxis;
}

export interface Concentrationscales {
  cmax?: number; cmin?: number; colorscale?: string | unknown[]; label?: string | number; name?: string | number;
  templateitemname?: string | number;
}

export interface LinkHoverlabel {
  align?: 'left' | 'right' | 'auto' | (string & {}) | List<string>; bgcolor?: string | List<string>;
  bordercolor?: string | List<string>; font?: Font; namelength?: number | List<number>; showarrow?: boolean;
}

export interface LinkLine {
  color?: string | List<string>; width?: number | List<number>;
}

export interface Link {
  arrowlen?: number; color?: string | List<string>; colorscales?: Concentrationscales[]; customdata?: Free;
  hovercolor?: string | List<string>; hoverinfo?: 'all' | 'none' | 'skip' | (string & {});
  hoverlabel?: LinkHoverlabel; hovertemplate?: string | number | List<string | number>; hovertemplatefallback?: Free;
  label?: Free; line?: LinkLine; sort?: 'auto' | 'input' | (string & {}); source?: Free; target?: Free; value?: Free;
}

export interface Node {
  align?: 'justify' | 'left' | 'right' | 'center' | (string & {}); color?: string | List<string>; customdata?: Free;
  groups?: Free; hoverinfo?: 'all' | 'none' | 'skip' | (string & {}); hoverlabel?: LinkHoverlabel;
  hovertemplate?: string | number | List<string | number>; hovertemplatefallback?: Free; label?: Free;
  line?: LinkLine; pad?: number; sort?: 'auto' | 'input' | (string & {}); thickness?: number; x?: Free; y?: Free;
}

export interface Fillgradient {
  colorscale?: string | unknown[]; start?: number; stop?: number;
  type?: 'radial' | 'horizontal' | 'vertical' | 'none' | (string & {});
}

export interface Error_z {
  array?: Free; arrayminus?: Free; color?: string; symmetric?: boolean; thickness?: number; traceref?: number;
  tracerefminus?: number; type?: 'percent' | 'constant' | 'sqrt' | 'data' | (string & {}); value?: number;
  valueminus?: number; visible?: boolean; width?: number;
}

export interface ProjectionX {
  opacity?: number; scale?: number; show?: boolean;
}

export interface Projection {
  x?: ProjectionX; y?: ProjectionX; z?: ProjectionX;
}

export interface Cluster {
  color?: string | List<string>; enabled?: boolean; maxzoom?: number; opacity?: number | List<number>;
  size?: number | List<number>; step?: number | List<number>;
}

export interface Diagonal {
  visible?: boolean;
}

export interface Starts {
  x?: Free; y?: Free; z?: Free;
}

export interface Fill {
  color?: string | List<string>;
}

export interface Cells {
  align?: 'left' | 'center' | 'right' | (string & {}) | List<string>; fill?: Fill; font?: Font; format?: Free;
  height?: number; line?: LinkLine; prefix?: string | number | List<string | number>;
  suffix?: string | number | List<string | number>; values?: Free;
}

export interface Box {
  fillcolor?: string; line?: DecreasingMarkerLine; visible?: boolean; width?: number;
}

export interface Meanline {
  color?: string; visible?: boolean; width?: number;
}

export interface Totals {
  marker?: DecreasingMarker;
}

export interface Trace {
  alignmentgroup?: string | number; base?: Free; cliponaxis?: boolean;
  constraintext?: 'inside' | 'outside' | 'both' | 'none' | (string & {}); customdata?: Free; dx?: number; dy?: number;
  error_x?: Error_x; error_y?: Error_y;
  hoverinfo?: 'x' | 'y' | 'z' | 'text' | 'name' | 'r' | 'theta' | 'location' | 'u' | 'v' | 'w' | 'norm' | 'lon' | 'lat' | 'percent initial' | 'percent previous' | 'percent total' | 'label' | 'value' | 'percent' | 'current path' | 'percent root' | 'percent entry' | 'percent parent' | 'color' | 'count' | 'probability' | 'a' | 'b' | 'real' | 'imag' | 'c' | 'divergence' | 'initial' | 'delta' | 'final' | 'all' | 'none' | 'skip' | (string & {}) | List<string>;
  hoverlabel?: Hoverlabel; hovertemplate?: string | number | List<string | number>; hovertemplatefallback?: Free;
  hovertext?: Free; ids?: Free; insidetextanchor?: 'end' | 'middle' | 'start' | (string & {}); insidetextfont?: Font;
  legend?: string | List<string>; legendgroup?: string | number; legendgrouptitle?: Legendgrouptitle;
  legendrank?: number | List<number>; legendwidth?: number; marker?: Marker; meta?: Free; name?: string | number;
  offset?: number | List<number>; offsetgroup?: string | number; opacity?: number;
  orientation?: 'v' | 'h' | (string & {}); outsidetextfont?: Font; selected?: Selected; selectedpoints?: Free;
  showlegend?: boolean | List<boolean>; text?: Free; textangle?: number | 'auto'; textfont?: TraceTextfont;
  textposition?: 'inside' | 'outside' | 'auto' | 'none' | 'top left' | 'top center' | 'top right' | 'middle left' | 'middle center' | 'middle right' | 'bottom left' | 'bottom center' | 'bottom right' | (string & {}) | List<string>;
  texttemplate?: string | number | List<string | number>; texttemplatefallback?: Free;
  type?: 'bar' | 'barpolar' | 'box' | 'candlestick' | 'carpet' | 'choropleth' | 'choroplethmap' | 'cone' | 'contour' | 'contourcarpet' | 'densitymap' | 'funnel' | 'funnelarea' | 'heatmap' | 'histogram' | 'histogram2d' | 'histogram2dcontour' | 'icicle' | 'image' | 'indicator' | 'isosurface' | 'mesh3d' | 'ohlc' | 'parcats' | 'parcoords' | 'pie' | 'quiver' | 'sankey' | 'scatter' | 'scatter3d' | 'scattercarpet' | 'scattergeo' | 'scattergl' | 'scattermap' | 'scatterpolar' | 'scatterpolargl' | 'scattersmith' | 'scatterternary' | 'splom' | 'streamtube' | 'sunburst' | 'surface' | 'table' | 'treemap' | 'violin' | 'volume' | 'waterfall' | (string & {});
  uid?: string | number; uirevision?: Free; unselected?: Unselected;
  visible?: true | false | 'legendonly' | (string & {}); width?: number | List<number>; x?: Free; x0?: Free;
  xaxis?: string;
  xcalendar?: 'chinese' | 'coptic' | 'discworld' | 'ethiopian' | 'gregorian' | 'hebrew' | 'islamic' | 'jalali' | 'julian' | 'mayan' | 'nanakshahi' | 'nepali' | 'persian' | 'taiwan' | 'thai' | 'ummalqura' | (string & {});
  xhoverformat?: string | number; xperiod?: Free; xperiod0?: Free;
  xperiodalignment?: 'start' | 'middle' | 'end' | (string & {}); y?: Free; y0?: Free; yaxis?: string;
  ycalendar?: 'chinese' | 'coptic' | 'discworld' | 'ethiopian' | 'gregorian' | 'hebrew' | 'islamic' | 'jalali' | 'julian' | 'mayan' | 'nanakshahi' | 'nepali' | 'persian' | 'taiwan' | 'thai' | 'ummalqura' | (string & {});
  yhoverformat?: string | number; yperiod?: Free; yperiod0?: Free;
  yperiodalignment?: 'start' | 'middle' | 'end' | (string & {}); zorder?: number; dr?: number; dtheta?: number;
  r?: Free; r0?: Free; subplot?: string; theta?: Free; theta0?: Free;
  thetaunit?: 'radians' | 'degrees' | 'gradians' | (string & {}); boxmean?: true | 'sd' | false | (string & {});
  boxpoints?: 'all' | 'outliers' | 'suspectedoutliers' | false | (string & {}); fillcolor?: string; hoveron?: Free;
  jitter?: number; line?: TraceLine; lowerfence?: Free; mean?: Free; median?: Free; notched?: boolean;
  notchspan?: Free; notchwidth?: number; pointpos?: number; q1?: Free; q3?: Free;
  quartilemethod?: 'linear' | 'exclusive' | 'inclusive' | (string & {}); sd?: Free; sdmultiple?: number;
  showwhiskers?: boolean; sizemode?: 'quartiles' | 'sd' | 'scaled' | 'absolute' | 'raw' | (string & {});
  upperfence?: Free; whiskerwidth?: number; close?: Free; decreasing?: Decreasing; high?: Free;
  increasing?: Decreasing; low?: Free; open?: Free; a?: Free; a0?: Free; aaxis?: Aaxis; b?: Free; b0?: Free;
  baxis?: Aaxis; carpet?: string | number; cheaterslope?: number; color?: string; da?: number; db?: number;
  font?: LegendgrouptitleFont; autocolorscale?: boolean; coloraxis?: string; colorbar?: Colorbar;
  colorscale?: string | unknown[]; featureidkey?: string | number; geo?: string; geojson?: Free;
  locationmode?: 'ISO-3' | 'USA-states' | 'country names' | 'geojson-id' | (string & {}); locations?: Free;
  reversescale?: boolean; showscale?: boolean; z?: Free; zauto?: boolean; zmax?: Free; zmid?: number; zmin?: Free;
  below?: string | number; anchor?: 'tip' | 'tail' | 'cm' | 'center' | (string & {}); cauto?: boolean; cmax?: number;
  cmid?: number; cmin?: number; lighting?: Lighting; lightposition?: Lightposition; scene?: string; sizeref?: number;
  u?: Free; uhoverformat?: string | number; v?: Free; vhoverformat?: string | number; w?: Free;
  whoverformat?: string | number; zhoverformat?: string | number; autocontour?: boolean; connectgaps?: boolean;
  contours?: Contours; hoverongaps?: boolean; ncontours?: number; transpose?: boolean;
  xtype?: 'array' | 'scaled' | (string & {}); ytype?: 'array' | 'scaled' | (string & {});
  atype?: 'array' | 'scaled' | (string & {}); btype?: 'array' | 'scaled' | (string & {}); lat?: Free; lon?: Free;
  radius?: number | List<number>; connector?: Connector;
  textinfo?: 'label' | 'text' | 'percent initial' | 'percent previous' | 'percent total' | 'value' | 'percent' | 'current path' | 'percent root' | 'percent entry' | 'percent parent' | 'initial' | 'delta' | 'final' | 'none' | (string & {});
  aspectratio?: number; baseratio?: number; dlabel?: number; domain?: Domain; label0?: number; labels?: Free;
  scalegroup?: string | number; title?: TraceTitle; values?: Free; xgap?: number; ygap?: number;
  zsmooth?: 'fast' | 'best' | false | (string & {}); autobinx?: boolean; autobiny?: boolean;
  bingroup?: string | number; cumulative?: Cumulative;
  histfunc?: 'count' | 'sum' | 'avg' | 'min' | 'max' | (string & {});
  histnorm?: '' | 'percent' | 'probability' | 'density' | 'probability density' | (string & {}); nbinsx?: number;
  nbinsy?: number; xbins?: Xbins; ybins?: Xbins; xbingroup?: string | number; ybingroup?: string | number;
  branchvalues?: 'remainder' | 'total' | (string & {}); count?: 'branches' | 'leaves' | (string & {}); leaf?: Leaf;
  level?: Free; maxdepth?: number; parents?: Free; pathbar?: Pathbar; root?: Textfont; sort?: boolean;
  tiling?: Tiling; colormodel?: 'rgb' | 'rgba' | 'rgba256' | 'hsl' | 'hsla' | (string & {}); source?: string | number;
  align?: 'left' | 'center' | 'right' | (string & {}); delta?: Delta; gauge?: Gauge;
  mode?: 'number' | 'delta' | 'gauge' | 'lines' | 'markers' | 'text' | 'none' | (string & {}); number?: Number;
  value?: Free; caps?: Caps; contour?: Contour; flatshading?: boolean; isomax?: number; isomin?: number;
  slices?: Slices; spaceframe?: CapsX; surface?: Surface; valuehoverformat?: string | number; alphahull?: number;
  delaunayaxis?: 'x' | 'y' | 'z' | (string & {}); facecolor?: Free; i?: Free; intensity?: Free;
  intensitymode?: 'vertex' | 'cell' | (string & {}); j?: Free; k?: Free; vertexcolor?: Free;
  zcalendar?: 'chinese' | 'coptic' | 'discworld' | 'ethiopian' | 'gregorian' | 'hebrew' | 'islamic' | 'jalali' | 'julian' | 'mayan' | 'nanakshahi' | 'nepali' | 'persian' | 'taiwan' | 'thai' | 'ummalqura' | (string & {});
  tickwidth?: number; arrangement?: 'perpendicular' | 'freeform' | 'fixed' | 'snap' | (string & {});
  bundlecolors?: boolean; counts?: number | List<number>; dimensions?: Dimension[]; labelfont?: LegendgrouptitleFont;
  sortpaths?: 'forward' | 'backward' | (string & {}); tickfont?: LegendgrouptitleFont; labelangle?: number | 'auto';
  labelside?: 'top' | 'bottom' | (string & {}); rangefont?: LegendgrouptitleFont; automargin?: boolean;
  direction?: 'clockwise' | 'counterclockwise' | 'forward' | 'reversed' | (string & {}); hole?: number;
  insidetextorientation?: 'horizontal' | 'radial' | 'tangential' | 'auto' | (string & {});
  pull?: number | List<number>; rotation?: number | 'auto'; arrowref?: 'paper' | 'data' | (string & {});
  lengthfactor?: number; lengthmode?: 'scaled' | 'raw' | (string & {}); link?: Link; node?: Node;
  valueformat?: string | number; valuesuffix?: string | number;
  fill?: 'none' | 'tozeroy' | 'tozerox' | 'tonexty' | 'tonextx' | 'toself' | 'tonext' | (string & {});
  fillgradient?: Fillgradient; fillpattern?: Pattern; groupnorm?: '' | 'fraction' | 'percent' | (string & {});
  stackgaps?: 'infer zero' | 'interpolate' | (string & {}); stackgroup?: string | number; error_z?: Error_z;
  projection?: Projection; surfaceaxis?: -1 | 0 | 1 | 2 | (string & {}); surfacecolor?: Free; cluster?: Cluster;
  imag?: Free; real?: Free; c?: Free; sum?: number; diagonal?: Diagonal; showlowerhalf?: boolean;
  showupperhalf?: boolean; xaxes?: Free; yaxes?: Free; maxdisplayed?: number; starts?: Starts; hidesurface?: boolean;
  opacityscale?: Free; cells?: Cells; columnorder?: Free; columnwidth?: number | List<number>; header?: Cells;
  bandwidth?: number; box?: Box; meanline?: Meanline;
  points?: 'all' | 'outliers' | 'suspectedoutliers' | false | (string & {});
  scalemode?: 'width' | 'count' | (string & {}); side?: 'both' | 'positive' | 'negative' | (string & {}); span?: Free;
  spanmode?: 'soft' | 'hard' | 'manual' | (string & {}); measure?: Free; totals?: Totals;
}

export interface Activeselection {
  fillcolor?: string; opacity?: number;
}

export interface AnnotationHoverlabel {
  bgcolor?: string; bordercolor?: string; font?: LegendgrouptitleFont;
}

export interface Annotation {
  align?: 'left' | 'center' | 'right' | (string & {}); arrowcolor?: string; arrowhead?: number;
  arrowside?: 'end' | 'start' | 'none' | (string & {}); arrowsize?: number; arrowwidth?: number; ax?: Free;
  axref?: 'pixel' | (string & {}); ay?: Free; ayref?: 'pixel' | (string & {}); bgcolor?: string; bordercolor?: string;
  borderpad?: number; borderwidth?: number; captureevents?: boolean;
  clicktoshow?: false | 'onoff' | 'onout' | (string & {}); font?: LegendgrouptitleFont; height?: number;
  hoverlabel?: AnnotationHoverlabel; hovertext?: string | number; name?: string | number; opacity?: number;
  showarrow?: boolean; standoff?: number; startarrowhead?: number; startarrowsize?: number; startstandoff?: number;
  templateitemname?: string | number; text?: string | number; textangle?: number | 'auto';
  valign?: 'top' | 'middle' | 'bottom' | (string & {}); visible?: boolean; width?: number; x?: Free;
  xanchor?: 'auto' | 'left' | 'center' | 'right' | (string & {}); xclick?: Free; xref?: 'paper' | (string & {});
  xshift?: number; y?: Free; yanchor?: 'auto' | 'top' | 'middle' | 'bottom' | (string & {}); yclick?: Free;
  yref?: 'paper' | (string & {}); yshift?: number;
}

export interface Coloraxis {
  autocolorscale?: boolean; cauto?: boolean; cmax?: number; cmid?: number; cmin?: number; colorbar?: Colorbar;
  colorscale?: string | unknown[]; reversescale?: boolean; showscale?: boolean;
}

export interface Colorscale {
  diverging?: string | unknown[]; sequential?: string | unknown[]; sequentialminus?: string | unknown[];
}

export interface Center {
  lat?: number; lon?: number;
}

export interface Lataxis {
  dtick?: number; gridcolor?: string; griddash?: string | number; gridwidth?: number; range?: Free;
  showgrid?: boolean; tick0?: number;
}

export interface Rotation {
  lat?: number; lon?: number; roll?: number;
}

export interface GeoProjection {
  distance?: number; maxscale?: number; minscale?: number; parallels?: Free; rotation?: Rotation; scale?: number;
  tilt?: number;
  type?: 'airy' | 'aitoff' | 'albers' | 'albers usa' | 'august' | 'azimuthal equal area' | 'azimuthal equidistant' | 'baker' | 'bertin1953' | 'boggs' | 'bonne' | 'bottomley' | 'bromley' | 'collignon' | 'conic conformal' | 'conic equal area' | 'conic equidistant' | 'craig' | 'craster' | 'cylindrical equal area' | 'cylindrical stereographic' | 'eckert1' | 'eckert2' | 'eckert3' | 'eckert4' | 'eckert5' | 'eckert6' | 'eisenlohr' | 'equal earth' | 'equirectangular' | 'fahey' | 'foucaut' | 'foucaut sinusoidal' | 'ginzburg4' | 'ginzburg5' | 'ginzburg6' | 'ginzburg8' | 'ginzburg9' | 'gnomonic' | 'gringorten' | 'gringorten quincuncial' | 'guyou' | 'hammer' | 'hill' | 'homolosine' | 'hufnagel' | 'hyperelliptical' | 'kavrayskiy7' | 'lagrange' | 'larrivee' | 'laskowski' | 'loximuthal' | 'mercator' | 'miller' | 'mollweide' | 'mt flat polar parabolic' | 'mt flat polar quartic' | 'mt flat polar sinusoidal' | 'natural earth' | 'natural earth1' | 'natural earth2' | 'nell hammer' | 'nicolosi' | 'orthographic' | 'patterson' | 'peirce quincuncial' | 'polyconic' | 'rectangular polyconic' | 'robinson' | 'satellite' | 'sinu mollweide' | 'sinusoidal' | 'stereographic' | 'times' | 'transverse mercator' | 'van der grinten' | 'van der grinten2' | 'van der grinten3' | 'van der grinten4' | 'wagner4' | 'wagner6' | 'wiechel' | 'winkel tripel' | 'winkel3' | (string & {});
}

export interface Geo {
  bgcolor?: string; center?: Center; coastlinecolor?: string; coastlinewidth?: number; countrycolor?: string;
  countrywidth?: number; domain?: Domain; fitbounds?: false | 'locations' | 'geojson' | (string & {});
  framecolor?: string; framewidth?: number; lakecolor?: string; landcolor?: string; lataxis?: Lataxis;
  lonaxis?: Lataxis; oceancolor?: string; projection?: GeoProjection; resolution?: 110 | 50 | (string & {});
  rivercolor?: string; riverwidth?: number;
  scope?: 'africa' | 'antarctica' | 'asia' | 'europe' | 'north america' | 'oceania' | 'south america' | 'usa' | 'world' | (string & {});
  showcoastlines?: boolean; showcountries?: boolean; showframe?: boolean; showlakes?: boolean; showland?: boolean;
  showocean?: boolean; showrivers?: boolean; showsubunits?: boolean; subunitcolor?: string; subunitwidth?: number;
  uirevision?: Free; visible?: boolean;
}

export interface GridDomain {
  x?: Free; y?: Free;
}

export interface Grid {
  columns?: number; domain?: GridDomain; pattern?: 'independent' | 'coupled' | (string & {});
  roworder?: 'top to bottom' | 'bottom to top' | (string & {}); rows?: number; subplots?: Free; xaxes?: Free;
  xgap?: number; xside?: 'bottom' | 'bottom plot' | 'top plot' | 'top' | (string & {}); yaxes?: Free; ygap?: number;
  yside?: 'left' | 'left plot' | 'right plot' | 'right' | (string & {});
}

export interface LayoutHoverlabel {
  align?: 'left' | 'right' | 'auto' | (string & {}); bgcolor?: string; bordercolor?: string;
  font?: LegendgrouptitleFont; grouptitlefont?: LegendgrouptitleFont; namelength?: number; showarrow?: boolean;
}

export interface Image {
  layer?: 'below' | 'above' | (string & {}); name?: string | number; opacity?: number; sizex?: number; sizey?: number;
  sizing?: 'fill' | 'contain' | 'stretch' | (string & {}); source?: string | number;
  templateitemname?: string | number; visible?: boolean; x?: Free;
  xanchor?: 'left' | 'center' | 'right' | (string & {}); xref?: 'paper' | (string & {}); y?: Free;
  yanchor?: 'top' | 'middle' | 'bottom' | (string & {}); yref?: 'paper' | (string & {});
}

export interface LegendTitle {
  font?: LegendgrouptitleFont; side?: 'top' | 'left' | 'top left' | 'top center' | 'top right' | (string & {});
  text?: string | number; toString?(): string;
}

export interface Legend {
  bgcolor?: string; bordercolor?: string; borderwidth?: number; entrywidth?: number;
  entrywidthmode?: 'fraction' | 'pixels' | (string & {}); font?: LegendgrouptitleFont;
  groupclick?: 'toggleitem' | 'togglegroup' | (string & {});
  groupdoubleclick?: 'toggleitem' | 'togglegroup' | (string & {}); grouptitlefont?: LegendgrouptitleFont;
  indentation?: number; itemclick?: 'toggle' | 'toggleothers' | false | (string & {});
  itemdoubleclick?: 'toggle' | 'toggleothers' | false | (string & {});
  itemsizing?: 'trace' | 'constant' | (string & {}); itemwidth?: number; maxheight?: number;
  orientation?: 'v' | 'h' | (string & {}); title?: LegendTitle;
  titleclick?: 'toggle' | 'toggleothers' | false | (string & {});
  titledoubleclick?: 'toggle' | 'toggleothers' | false | (string & {}); tracegroupgap?: number;
  traceorder?: 'reversed' | 'grouped' | 'normal' | (string & {}); uirevision?: Free;
  valign?: 'top' | 'middle' | 'bottom' | (string & {}); visible?: boolean; x?: number;
  xanchor?: 'auto' | 'left' | 'center' | 'right' | (string & {}); xref?: 'container' | 'paper' | (string & {});
  y?: number; yanchor?: 'auto' | 'top' | 'middle' | 'bottom' | (string & {});
  yref?: 'container' | 'paper' | (string & {});
}

export interface Bounds {
  east?: number; north?: number; south?: number; west?: number;
}

export interface Circle {
  radius?: number;
}

export interface LayerFill {
  outlinecolor?: string;
}

export interface LayerLine {
  dash?: Free; width?: number;
}

export interface SymbolTextfont {
  color?: string; family?: string | number; size?: number; style?: 'normal' | 'italic' | (string & {});
  weight?: number;
}

export interface Symbol {
  icon?: string | number; iconsize?: number; placement?: 'point' | 'line' | 'line-center' | (string & {});
  text?: string | number; textfont?: SymbolTextfont;
  textposition?: 'top left' | 'top center' | 'top right' | 'middle left' | 'middle center' | 'middle right' | 'bottom left' | 'bottom center' | 'bottom right' | (string & {});
}

export interface Layer {
  below?: string | number; circle?: Circle; color?: string; coordinates?: Free; fill?: LayerFill; line?: LayerLine;
  maxzoom?: number; minzoom?: number; name?: string | number; opacity?: number; source?: Free;
  sourceattribution?: string | number; sourcelayer?: string | number;
  sourcetype?: 'geojson' | 'vector' | 'raster' | 'image' | (string & {}); symbol?: Symbol;
  templateitemname?: string | number; type?: 'circle' | 'line' | 'fill' | 'symbol' | 'raster' | (string & {});
  visible?: boolean;
}

export interface Map {
  bearing?: number; bounds?: Bounds; center?: Center; domain?: Domain;
  fitbounds?: false | 'locations' | (string & {}); layers?: Layer[]; pitch?: number; style?: Free; uirevision?: Free;
  zoom?: number;
}

export interface Margin {
  autoexpand?: boolean; b?: number; l?: number; pad?: number; r?: number; t?: number;
}

export interface Modebar {
  activecolor?: string; add?: string | number | List<string | number>; bgcolor?: string; color?: string;
  orientation?: 'v' | 'h' | (string & {}); remove?: string | number | List<string | number>; uirevision?: Free;
}

export interface Newselection {
  line?: ConnectorLine; mode?: 'immediate' | 'gradual' | (string & {});
}

export interface Label {
  font?: LegendgrouptitleFont; padding?: number; text?: string | number; textangle?: number | 'auto';
  textposition?: 'top left' | 'top center' | 'top right' | 'middle left' | 'middle center' | 'middle right' | 'bottom left' | 'bottom center' | 'bottom right' | 'start' | 'middle' | 'end' | (string & {});
  texttemplate?: string | number; texttemplatefallback?: Free;
  xanchor?: 'auto' | 'left' | 'center' | 'right' | (string & {});
  yanchor?: 'top' | 'middle' | 'bottom' | (string & {});
}

export interface Newshape {
  drawdirection?: 'ortho' | 'horizontal' | 'vertical' | 'diagonal' | (string & {}); fillcolor?: string;
  fillrule?: 'evenodd' | 'nonzero' | (string & {}); label?: Label;
  layer?: 'below' | 'above' | 'between' | (string & {}); legend?: string; legendgroup?: string | number;
  legendgrouptitle?: Legendgrouptitle; legendrank?: number; legendwidth?: number; line?: ConnectorLine;
  name?: string | number; opacity?: number; showlegend?: boolean;
  visible?: true | false | 'legendonly' | (string & {});
}

export interface Angularaxis {
  autotypenumbers?: 'convert types' | 'strict' | (string & {}); categoryarray?: Free;
  categoryorder?: 'trace' | 'category ascending' | 'category descending' | 'array' | 'total ascending' | 'total descending' | 'min ascending' | 'min descending' | 'max ascending' | 'max descending' | 'sum ascending' | 'sum descending' | 'mean ascending' | 'mean descending' | 'geometric mean ascending' | 'geometric mean descending' | 'median ascending' | 'median descending' | (string & {});
  color?: string; direction?: 'counterclockwise' | 'clockwise' | (string & {}); dtick?: Free;
  exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {}); gridcolor?: string;
  griddash?: string | number; gridwidth?: number; hoverformat?: string | number; labelalias?: Free;
  layer?: 'above traces' | 'below traces' | (string & {}); linecolor?: string; linewidth?: number;
  minexponent?: number; minorloglabels?: 'small digits' | 'complete' | 'none' | (string & {}); nticks?: number;
  period?: number; rotation?: number | 'auto'; separatethousands?: boolean;
  showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showgrid?: boolean; showline?: boolean;
  showticklabels?: boolean; showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  thetaunit?: 'radians' | 'degrees' | (string & {}); tick0?: Free; tickangle?: number | 'auto'; tickcolor?: string;
  tickfont?: LegendgrouptitleFont; tickformat?: string | number; tickformatstops?: Tickformatstop[];
  ticklabelstep?: number; ticklen?: number; tickmode?: 'auto' | 'linear' | 'array' | (string & {});
  tickprefix?: string | number; ticks?: 'outside' | 'inside' | '' | (string & {}); ticksuffix?: string | number;
  ticktext?: Free; tickvals?: Free; tickwidth?: number; type?: '-' | 'linear' | 'category' | (string & {});
  uirevision?: Free; visible?: boolean;
}

export interface Autorangeoptions {
  clipmax?: Free; clipmin?: Free; include?: Free; maxallowed?: Free; minallowed?: Free;
}

export interface RadialaxisTitle {
  font?: LegendgrouptitleFont; text?: string | number; toString?(): string;
}

export interface Radialaxis {
  angle?: number | 'auto';
  autorange?: true | false | 'reversed' | 'min reversed' | 'max reversed' | 'min' | 'max' | (string & {});
  autorangeoptions?: Autorangeoptions; autotickangles?: Free;
  autotypenumbers?: 'convert types' | 'strict' | (string & {});
  calendar?: 'chinese' | 'coptic' | 'discworld' | 'ethiopian' | 'gregorian' | 'hebrew' | 'islamic' | 'jalali' | 'julian' | 'mayan' | 'nanakshahi' | 'nepali' | 'persian' | 'taiwan' | 'thai' | 'ummalqura' | (string & {});
  categoryarray?: Free;
  categoryorder?: 'trace' | 'category ascending' | 'category descending' | 'array' | 'total ascending' | 'total descending' | 'min ascending' | 'min descending' | 'max ascending' | 'max descending' | 'sum ascending' | 'sum descending' | 'mean ascending' | 'mean descending' | 'geometric mean ascending' | 'geometric mean descending' | 'median ascending' | 'median descending' | (string & {});
  color?: string; dtick?: Free;
  exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {}); gridcolor?: string;
  griddash?: string | number; gridwidth?: number; hoverformat?: string | number; labelalias?: Free;
  layer?: 'above traces' | 'below traces' | (string & {}); linecolor?: string; linewidth?: number; maxallowed?: Free;
  minallowed?: Free; minexponent?: number; minorloglabels?: 'small digits' | 'complete' | 'none' | (string & {});
  nticks?: number; range?: Free; rangemode?: 'tozero' | 'nonnegative' | 'normal' | (string & {});
  separatethousands?: boolean; showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showgrid?: boolean;
  showline?: boolean; showticklabels?: boolean; showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  side?: 'clockwise' | 'counterclockwise' | (string & {}); tick0?: Free; tickangle?: number | 'auto';
  tickcolor?: string; tickfont?: LegendgrouptitleFont; tickformat?: string | number;
  tickformatstops?: Tickformatstop[]; ticklabelstep?: number; ticklen?: number;
  tickmode?: 'auto' | 'linear' | 'array' | (string & {}); tickprefix?: string | number;
  ticks?: 'outside' | 'inside' | '' | (string & {}); ticksuffix?: string | number; ticktext?: Free; tickvals?: Free;
  tickwidth?: number; title?: RadialaxisTitle; type?: '-' | 'linear' | 'log' | 'date' | 'category' | (string & {});
  uirevision?: Free; visible?: boolean;
}

export interface Polar {
  angularaxis?: Angularaxis; bgcolor?: string; domain?: Domain; gridshape?: 'circular' | 'linear' | (string & {});
  hole?: number; radialaxis?: Radialaxis; sector?: Free; uirevision?: Free;
}

export interface SceneAnnotation {
  align?: 'left' | 'center' | 'right' | (string & {}); arrowcolor?: string; arrowhead?: number;
  arrowside?: 'end' | 'start' | 'none' | (string & {}); arrowsize?: number; arrowwidth?: number; ax?: number;
  ay?: number; bgcolor?: string; bordercolor?: string; borderpad?: number; borderwidth?: number;
  captureevents?: boolean; font?: LegendgrouptitleFont; height?: number; hoverlabel?: AnnotationHoverlabel;
  hovertext?: string | number; name?: string | number; opacity?: number; showarrow?: boolean; standoff?: number;
  startarrowhead?: number; startarrowsize?: number; startstandoff?: number; templateitemname?: string | number;
  text?: string | number; textangle?: number | 'auto'; valign?: 'top' | 'middle' | 'bottom' | (string & {});
  visible?: boolean; width?: number; x?: Free; xanchor?: 'auto' | 'left' | 'center' | 'right' | (string & {});
  xshift?: number; y?: Free; yanchor?: 'auto' | 'top' | 'middle' | 'bottom' | (string & {}); yshift?: number;
  z?: Free;
}

export interface CameraProjection {
  type?: 'perspective' | 'orthographic' | (string & {});
}

export interface Camera {
  center?: Lightposition; eye?: Lightposition; projection?: CameraProjection; up?: Lightposition;
}

export interface Xaxis {
  autorange?: true | false | 'reversed' | 'min reversed' | 'max reversed' | 'min' | 'max' | (string & {});
  autorangeoptions?: Autorangeoptions; autotypenumbers?: 'convert types' | 'strict' | (string & {});
  backgroundcolor?: string;
  calendar?: 'chinese' | 'coptic' | 'discworld' | 'ethiopian' | 'gregorian' | 'hebrew' | 'islamic' | 'jalali' | 'julian' | 'mayan' | 'nanakshahi' | 'nepali' | 'persian' | 'taiwan' | 'thai' | 'ummalqura' | (string & {});
  categoryarray?: Free;
  categoryorder?: 'trace' | 'category ascending' | 'category descending' | 'array' | 'total ascending' | 'total descending' | 'min ascending' | 'min descending' | 'max ascending' | 'max descending' | 'sum ascending' | 'sum descending' | 'mean ascending' | 'mean descending' | 'geometric mean ascending' | 'geometric mean descending' | 'median ascending' | 'median descending' | (string & {});
  color?: string; dtick?: Free;
  exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {}); gridcolor?: string;
  gridwidth?: number; hoverformat?: string | number; labelalias?: Free; linecolor?: string; linewidth?: number;
  maxallowed?: Free; minallowed?: Free; minexponent?: number;
  mirror?: true | 'ticks' | false | 'all' | 'allticks' | (string & {}); nticks?: number; range?: Free;
  rangemode?: 'normal' | 'tozero' | 'nonnegative' | (string & {}); separatethousands?: boolean;
  showaxeslabels?: boolean; showbackground?: boolean;
  showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showgrid?: boolean; showline?: boolean;
  showspikes?: boolean; showticklabels?: boolean; showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {}); spikecolor?: string; spikesides?: boolean;
  spikethickness?: number; tick0?: Free; tickangle?: number | 'auto'; tickcolor?: string;
  tickfont?: LegendgrouptitleFont; tickformat?: string | number; tickformatstops?: Tickformatstop[]; ticklen?: number;
  tickmode?: 'auto' | 'linear' | 'array' | (string & {}); tickprefix?: string | number;
  ticks?: 'outside' | 'inside' | '' | (string & {}); ticksuffix?: string | number; ticktext?: Free; tickvals?: Free;
  tickwidth?: number; title?: RadialaxisTitle; type?: '-' | 'linear' | 'log' | 'date' | 'category' | (string & {});
  visible?: boolean; zeroline?: boolean; zerolinecolor?: string; zerolinewidth?: number;
}

export interface Scene {
  annotations?: SceneAnnotation[]; aspectmode?: 'auto' | 'cube' | 'data' | 'manual' | (string & {});
  aspectratio?: Lightposition; bgcolor?: string; camera?: Camera; domain?: Domain;
  dragmode?: 'orbit' | 'turntable' | 'zoom' | 'pan' | false | (string & {});
  hovermode?: 'closest' | false | (string & {}); uirevision?: Free; xaxis?: Xaxis; yaxis?: Xaxis; zaxis?: Xaxis;
}

export interface Selection {
  line?: ConnectorLine; name?: string | number; opacity?: number; path?: string | number;
  templateitemname?: string | number; type?: 'rect' | 'path' | (string & {}); x0?: Free; x1?: Free;
  xref?: 'paper' | (string & {}); y0?: Free; y1?: Free; yref?: 'paper' | (string & {});
}

export interface Shape {
  editable?: boolean; fillcolor?: string; fillrule?: 'evenodd' | 'nonzero' | (string & {}); label?: Label;
  layer?: 'below' | 'above' | 'between' | (string & {}); legend?: string; legendgroup?: string | number;
  legendgrouptitle?: Legendgrouptitle; legendrank?: number; legendwidth?: number; line?: ConnectorLine;
  name?: string | number; opacity?: number; path?: string | number; showlegend?: boolean;
  templateitemname?: string | number; type?: 'circle' | 'rect' | 'path' | 'line' | (string & {});
  visible?: true | false | 'legendonly' | (string & {}); x0?: Free; x0shift?: number; x1?: Free; x1shift?: number;
  xanchor?: Free; xref?: 'paper' | (string & {}) | List<string>; xsizemode?: 'scaled' | 'pixel' | (string & {});
  y0?: Free; y0shift?: number; y1?: Free; y1shift?: number; yanchor?: Free;
  yref?: 'paper' | (string & {}) | List<string>; ysizemode?: 'scaled' | 'pixel' | (string & {});
}

export interface Currentvalue {
  font?: LegendgrouptitleFont; offset?: number; prefix?: string | number; suffix?: string | number; visible?: boolean;
  xanchor?: 'left' | 'center' | 'right' | (string & {});
}

export interface SliderStep {
  args?: Free; execute?: boolean; label?: string | number;
  method?: 'restyle' | 'relayout' | 'animate' | 'update' | 'skip' | (string & {}); name?: string | number;
  templateitemname?: string | number; value?: string | number; visible?: boolean;
}

export interface Transition {
  duration?: number;
  easing?: 'linear' | 'quad' | 'cubic' | 'sin' | 'exp' | 'circle' | 'elastic' | 'back' | 'bounce' | 'linear-in' | 'quad-in' | 'cubic-in' | 'sin-in' | 'exp-in' | 'circle-in' | 'elastic-in' | 'back-in' | 'bounce-in' | 'linear-out' | 'quad-out' | 'cubic-out' | 'sin-out' | 'exp-out' | 'circle-out' | 'elastic-out' | 'back-out' | 'bounce-out' | 'linear-in-out' | 'quad-in-out' | 'cubic-in-out' | 'sin-in-out' | 'exp-in-out' | 'circle-in-out' | 'elastic-in-out' | 'back-in-out' | 'bounce-in-out' | (string & {});
}

export interface Slider {
  active?: number; activebgcolor?: string; bgcolor?: string; bordercolor?: string; borderwidth?: number;
  currentvalue?: Currentvalue; font?: LegendgrouptitleFont; len?: number;
  lenmode?: 'fraction' | 'pixels' | (string & {}); minorticklen?: number; name?: string | number; pad?: Pad;
  steps?: SliderStep[]; templateitemname?: string | number; tickcolor?: string; ticklen?: number; tickwidth?: number;
  transition?: Transition; visible?: boolean; x?: number;
  xanchor?: 'auto' | 'left' | 'center' | 'right' | (string & {}); y?: number;
  yanchor?: 'auto' | 'top' | 'middle' | 'bottom' | (string & {});
}

export interface Imaginaryaxis {
  color?: string; gridcolor?: string; griddash?: string | number; gridwidth?: number; hoverformat?: string | number;
  labelalias?: Free; layer?: 'above traces' | 'below traces' | (string & {}); linecolor?: string; linewidth?: number;
  showgrid?: boolean; showline?: boolean; showticklabels?: boolean;
  showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {}); tickcolor?: string;
  tickfont?: LegendgrouptitleFont; tickformat?: string | number; ticklen?: number; tickprefix?: string | number;
  ticks?: 'outside' | 'inside' | '' | (string & {}); ticksuffix?: string | number; tickvals?: Free;
  tickwidth?: number; visible?: boolean;
}

export interface Realaxis {
  color?: string; gridcolor?: string; griddash?: string | number; gridwidth?: number; hoverformat?: string | number;
  labelalias?: Free; layer?: 'above traces' | 'below traces' | (string & {}); linecolor?: string; linewidth?: number;
  showgrid?: boolean; showline?: boolean; showticklabels?: boolean;
  showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {}); side?: 'top' | 'bottom' | (string & {});
  tickangle?: number | 'auto'; tickcolor?: string; tickfont?: LegendgrouptitleFont; tickformat?: string | number;
  ticklen?: number; tickprefix?: string | number; ticks?: 'top' | 'bottom' | '' | (string & {});
  ticksuffix?: string | number; tickvals?: Free; tickwidth?: number; visible?: boolean;
}

export interface Smith {
  bgcolor?: string; domain?: Domain; imaginaryaxis?: Imaginaryaxis; realaxis?: Realaxis;
}

export interface TernaryAaxis {
  color?: string; dtick?: Free;
  exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {}); gridcolor?: string;
  griddash?: string | number; gridwidth?: number; hoverformat?: string | number; labelalias?: Free;
  layer?: 'above traces' | 'below traces' | (string & {}); linecolor?: string; linewidth?: number; min?: number;
  minexponent?: number; nticks?: number; separatethousands?: boolean;
  showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showgrid?: boolean; showline?: boolean;
  showticklabels?: boolean; showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {}); tick0?: Free; tickangle?: number | 'auto';
  tickcolor?: string; tickfont?: LegendgrouptitleFont; tickformat?: string | number;
  tickformatstops?: Tickformatstop[]; ticklabelstep?: number; ticklen?: number;
  tickmode?: 'auto' | 'linear' | 'array' | (string & {}); tickprefix?: string | number;
  ticks?: 'outside' | 'inside' | '' | (string & {}); ticksuffix?: string | number; ticktext?: Free; tickvals?: Free;
  tickwidth?: number; title?: RadialaxisTitle; uirevision?: Free;
}

export interface Ternary {
  aaxis?: TernaryAaxis; baxis?: TernaryAaxis; bgcolor?: string; caxis?: TernaryAaxis; domain?: Domain; sum?: number;
  uirevision?: Free;
}

export interface LayoutTitle {
  automargin?: boolean; font?: LegendgrouptitleFont; pad?: Pad; subtitle?: Legendgrouptitle; text?: string | number;
  x?: number; xanchor?: 'auto' | 'left' | 'center' | 'right' | (string & {});
  xref?: 'container' | 'paper' | (string & {}); y?: number;
  yanchor?: 'auto' | 'top' | 'middle' | 'bottom' | (string & {}); yref?: 'container' | 'paper' | (string & {});
  toString?(): string;
}

export interface LayoutTransition {
  duration?: number;
  easing?: 'linear' | 'quad' | 'cubic' | 'sin' | 'exp' | 'circle' | 'elastic' | 'back' | 'bounce' | 'linear-in' | 'quad-in' | 'cubic-in' | 'sin-in' | 'exp-in' | 'circle-in' | 'elastic-in' | 'back-in' | 'bounce-in' | 'linear-out' | 'quad-out' | 'cubic-out' | 'sin-out' | 'exp-out' | 'circle-out' | 'elastic-out' | 'back-out' | 'bounce-out' | 'linear-in-out' | 'quad-in-out' | 'cubic-in-out' | 'sin-in-out' | 'exp-in-out' | 'circle-in-out' | 'elastic-in-out' | 'back-in-out' | 'bounce-in-out' | (string & {});
  ordering?: 'layout first' | 'traces first' | (string & {});
}

export interface Uniformtext {
  minsize?: number; mode?: false | 'hide' | 'show' | (string & {});
}

export interface Button {
  args?: Free; args2?: Free; execute?: boolean; label?: string | number;
  method?: 'restyle' | 'relayout' | 'animate' | 'update' | 'skip' | (string & {}); name?: string | number;
  templateitemname?: string | number; visible?: boolean;
}

export interface Updatemenu {
  active?: number; bgcolor?: string; bordercolor?: string; borderwidth?: number; buttons?: Button[];
  direction?: 'left' | 'right' | 'up' | 'down' | (string & {}); font?: LegendgrouptitleFont; name?: string | number;
  pad?: Pad; showactive?: boolean; templateitemname?: string | number; type?: 'dropdown' | 'buttons' | (string & {});
  visible?: boolean; x?: number; xanchor?: 'auto' | 'left' | 'center' | 'right' | (string & {}); y?: number;
  yanchor?: 'auto' | 'top' | 'middle' | 'bottom' | (string & {});
}

export interface Minor {
  dtick?: Free; gridcolor?: string; griddash?: string | number; gridwidth?: number; nticks?: number;
  showgrid?: boolean; tick0?: Free; tickcolor?: string; ticklen?: number;
  tickmode?: 'auto' | 'linear' | 'array' | (string & {}); ticks?: 'outside' | 'inside' | '' | (string & {});
  tickvals?: Free; tickwidth?: number;
}

export interface Rangebreak {
  bounds?: Free; dvalue?: number; enabled?: boolean; name?: string | number;
  pattern?: 'day of week' | 'hour' | '' | (string & {}); templateitemname?: string | number; values?: Free;
}

export interface RangeselectorButton {
  count?: number; label?: string | number; name?: string | number;
  step?: 'month' | 'year' | 'day' | 'hour' | 'minute' | 'second' | 'all' | (string & {});
  stepmode?: 'backward' | 'todate' | (string & {}); templateitemname?: string | number; visible?: boolean;
}

export interface Rangeselector {
  activecolor?: string; bgcolor?: string; bordercolor?: string; borderwidth?: number; buttons?: RangeselectorButton[];
  font?: LegendgrouptitleFont; visible?: boolean; x?: number;
  xanchor?: 'auto' | 'left' | 'center' | 'right' | (string & {}); y?: number;
  yanchor?: 'auto' | 'top' | 'middle' | 'bottom' | (string & {});
}

export interface Yaxis {
  range?: Free; rangemode?: 'auto' | 'fixed' | 'match' | (string & {});
}

export interface Rangeslider {
  autorange?: boolean; bgcolor?: string; bordercolor?: string; borderwidth?: number; range?: Free; thickness?: number;
  visible?: boolean; yaxis?: Yaxis;
}

export interface XaxisTitle {
  font?: LegendgrouptitleFont; standoff?: number; text?: string | number; toString?(): string;
}

export interface Unifiedhovertitle {
  text?: string | number;
}

export interface LayoutXaxis {
  anchor?: 'free' | (string & {});
  automargin?: 'height' | 'width' | 'left' | 'right' | 'top' | 'bottom' | true | false | (string & {});
  autorange?: true | false | 'reversed' | 'min reversed' | 'max reversed' | 'min' | 'max' | (string & {});
  autorangeoptions?: Autorangeoptions; autotickangles?: Free;
  autotypenumbers?: 'convert types' | 'strict' | (string & {});
  calendar?: 'chinese' | 'coptic' | 'discworld' | 'ethiopian' | 'gregorian' | 'hebrew' | 'islamic' | 'jalali' | 'julian' | 'mayan' | 'nanakshahi' | 'nepali' | 'persian' | 'taiwan' | 'thai' | 'ummalqura' | (string & {});
  categoryarray?: Free;
  categoryorder?: 'trace' | 'category ascending' | 'category descending' | 'array' | 'total ascending' | 'total descending' | 'min ascending' | 'min descending' | 'max ascending' | 'max descending' | 'sum ascending' | 'sum descending' | 'mean ascending' | 'mean descending' | 'geometric mean ascending' | 'geometric mean descending' | 'median ascending' | 'median descending' | (string & {});
  color?: string; constrain?: 'range' | 'domain' | (string & {});
  constraintoward?: 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom' | (string & {}); dividercolor?: string;
  dividerwidth?: number; domain?: Free; dtick?: Free;
  exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {}); fixedrange?: boolean;
  gridcolor?: string; griddash?: string | number; gridwidth?: number; hoverformat?: string | number;
  insiderange?: Free; labelalias?: Free; layer?: 'above traces' | 'below traces' | (string & {}); linecolor?: string;
  linewidth?: number; matches?:  | (string & {}); maxallowed?: Free; minallowed?: Free; minexponent?: number;
  minor?: Minor; minorloglabels?: 'small digits' | 'complete' | 'none' | (string & {});
  mirror?: true | 'ticks' | false | 'all' | 'allticks' | (string & {});
  modebardisable?: 'autoscale' | 'zoominout' | 'none' | (string & {}); nticks?: number;
  overlaying?: 'free' | (string & {}); position?: number; range?: Free; rangebreaks?: Rangebreak[];
  rangemode?: 'normal' | 'tozero' | 'nonnegative' | (string & {}); rangeselector?: Rangeselector;
  rangeslider?: Rangeslider; scaleanchor?: false | (string & {}); scaleratio?: number; separatethousands?: boolean;
  showdividers?: boolean; showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showgrid?: boolean;
  showline?: boolean; showspikes?: boolean; showticklabels?: boolean;
  showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  side?: 'top' | 'bottom' | 'left' | 'right' | (string & {}); spikecolor?: string; spikedash?: string | number;
  spikemode?: 'toaxis' | 'across' | 'marker' | (string & {});
  spikesnap?: 'data' | 'cursor' | 'hovered data' | (string & {}); spikethickness?: number; tick0?: Free;
  tickangle?: number | 'auto'; tickcolor?: string; tickfont?: LegendgrouptitleFont; tickformat?: string | number;
  tickformatstops?: Tickformatstop[]; ticklabelindex?: number | List<number>;
  ticklabelmode?: 'instant' | 'period' | (string & {});
  ticklabeloverflow?: 'allow' | 'hide past div' | 'hide past domain' | (string & {});
  ticklabelposition?: 'outside' | 'inside' | 'outside top' | 'inside top' | 'outside left' | 'inside left' | 'outside right' | 'inside right' | 'outside bottom' | 'inside bottom' | (string & {});
  ticklabelshift?: number; ticklabelstandoff?: number; ticklabelstep?: number; ticklen?: number;
  tickmode?: 'auto' | 'linear' | 'array' | 'sync' | (string & {}); tickprefix?: string | number;
  ticks?: 'outside' | 'inside' | '' | (string & {}); tickson?: 'labels' | 'boundaries' | (string & {});
  ticksuffix?: string | number; ticktext?: Free; tickvals?: Free; tickwidth?: number; title?: XaxisTitle;
  type?: '-' | 'linear' | 'log' | 'date' | 'category' | 'multicategory' | (string & {}); uirevision?: Free;
  unifiedhovertitle?: Unifiedhovertitle; visible?: boolean; zeroline?: boolean; zerolinecolor?: string;
  zerolinelayer?: 'above traces' | 'below traces' | (string & {}); zerolinewidth?: number;
}

export interface LayoutYaxis {
  anchor?: 'free' | (string & {});
  automargin?: 'height' | 'width' | 'left' | 'right' | 'top' | 'bottom' | true | false | (string & {});
  autorange?: true | false | 'reversed' | 'min reversed' | 'max reversed' | 'min' | 'max' | (string & {});
  autorangeoptions?: Autorangeoptions; autoshift?: boolean; autotickangles?: Free;
  autotypenumbers?: 'convert types' | 'strict' | (string & {});
  calendar?: 'chinese' | 'coptic' | 'discworld' | 'ethiopian' | 'gregorian' | 'hebrew' | 'islamic' | 'jalali' | 'julian' | 'mayan' | 'nanakshahi' | 'nepali' | 'persian' | 'taiwan' | 'thai' | 'ummalqura' | (string & {});
  categoryarray?: Free;
  categoryorder?: 'trace' | 'category ascending' | 'category descending' | 'array' | 'total ascending' | 'total descending' | 'min ascending' | 'min descending' | 'max ascending' | 'max descending' | 'sum ascending' | 'sum descending' | 'mean ascending' | 'mean descending' | 'geometric mean ascending' | 'geometric mean descending' | 'median ascending' | 'median descending' | (string & {});
  color?: string; constrain?: 'range' | 'domain' | (string & {});
  constraintoward?: 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom' | (string & {}); dividercolor?: string;
  dividerwidth?: number; domain?: Free; dtick?: Free;
  exponentformat?: 'none' | 'e' | 'E' | 'power' | 'SI' | 'B' | 'SI extended' | (string & {}); fixedrange?: boolean;
  gridcolor?: string; griddash?: string | number; gridwidth?: number; hoverformat?: string | number;
  insiderange?: Free; labelalias?: Free; layer?: 'above traces' | 'below traces' | (string & {}); linecolor?: string;
  linewidth?: number; matches?:  | (string & {}); maxallowed?: Free; minallowed?: Free; minexponent?: number;
  minor?: Minor; minorloglabels?: 'small digits' | 'complete' | 'none' | (string & {});
  mirror?: true | 'ticks' | false | 'all' | 'allticks' | (string & {});
  modebardisable?: 'autoscale' | 'zoominout' | 'none' | (string & {}); nticks?: number;
  overlaying?: 'free' | (string & {}); position?: number; range?: Free; rangebreaks?: Rangebreak[];
  rangemode?: 'normal' | 'tozero' | 'nonnegative' | (string & {}); scaleanchor?: false | (string & {});
  scaleratio?: number; separatethousands?: boolean; shift?: number; showdividers?: boolean;
  showexponent?: 'all' | 'first' | 'last' | 'none' | (string & {}); showgrid?: boolean; showline?: boolean;
  showspikes?: boolean; showticklabels?: boolean; showtickprefix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  showticksuffix?: 'all' | 'first' | 'last' | 'none' | (string & {});
  side?: 'top' | 'bottom' | 'left' | 'right' | (string & {}); spikecolor?: string; spikedash?: string | number;
  spikemode?: 'toaxis' | 'across' | 'marker' | (string & {});
  spikesnap?: 'data' | 'cursor' | 'hovered data' | (string & {}); spikethickness?: number; tick0?: Free;
  tickangle?: number | 'auto'; tickcolor?: string; tickfont?: LegendgrouptitleFont; tickformat?: string | number;
  tickformatstops?: Tickformatstop[]; ticklabelindex?: number | List<number>;
  ticklabelmode?: 'instant' | 'period' | (string & {});
  ticklabeloverflow?: 'allow' | 'hide past div' | 'hide past domain' | (string & {});
  ticklabelposition?: 'outside' | 'inside' | 'outside top' | 'inside top' | 'outside left' | 'inside left' | 'outside right' | 'inside right' | 'outside bottom' | 'inside bottom' | (string & {});
  ticklabelshift?: number; ticklabelstandoff?: number; ticklabelstep?: number; ticklen?: number;
  tickmode?: 'auto' | 'linear' | 'array' | 'sync' | (string & {}); tickprefix?: string | number;
  ticks?: 'outside' | 'inside' | '' | (string & {}); tickson?: 'labels' | 'boundaries' | (string & {});
  ticksuffix?: string | number; ticktext?: Free; tickvals?: Free; tickwidth?: number; title?: XaxisTitle;
  type?: '-' | 'linear' | 'log' | 'date' | 'category' | 'multicategory' | (string & {}); uirevision?: Free;
  unifiedhovertitle?: Unifiedhovertitle; visible?: boolean; zeroline?: boolean; zerolinecolor?: string;
  zerolinelayer?: 'above traces' | 'below traces' | (string & {}); zerolinewidth?: number;
}

export interface Layout {
  activeselection?: Activeselection; activeshape?: Activeselection; annotations?: Annotation[]; autosize?: boolean;
  autotypenumbers?: 'convert types' | 'strict' | (string & {});
  calendar?: 'chinese' | 'coptic' | 'discworld' | 'ethiopian' | 'gregorian' | 'hebrew' | 'islamic' | 'jalali' | 'julian' | 'mayan' | 'nanakshahi' | 'nepali' | 'persian' | 'taiwan' | 'thai' | 'ummalqura' | (string & {});
  clickanywhere?: boolean; clickmode?: 'event' | 'select' | 'none' | (string & {}); coloraxis?: Coloraxis;
  [coloraxis: `coloraxis${number}`]: Coloraxis; colorscale?: Colorscale; colorway?: string[]; computed?: Free;
  datarevision?: Free;
  dragmode?: 'zoom' | 'pan' | 'select' | 'lasso' | 'drawclosedpath' | 'drawopenpath' | 'drawline' | 'drawrect' | 'drawcircle' | 'orbit' | 'turntable' | false | (string & {});
  editrevision?: Free; font?: LegendgrouptitleFont; geo?: Geo; [geo: `geo${number}`]: Geo; grid?: Grid;
  height?: number; hoveranywhere?: boolean; hoverdistance?: number; hoverlabel?: LayoutHoverlabel;
  hovermode?: 'x' | 'y' | 'closest' | false | 'x unified' | 'y unified' | (string & {});
  hoversort?: 'trace' | 'value descending' | 'value ascending' | (string & {});
  hoversubplots?: 'single' | 'overlaying' | 'axis' | (string & {}); images?: Image[]; legend?: Legend;
  [legend: `legend${number}`]: Legend; map?: Map; [map: `map${number}`]: Map; margin?: Margin; meta?: Free;
  minreducedheight?: number; minreducedwidth?: number; modebar?: Modebar; newselection?: Newselection;
  newshape?: Newshape; paper_bgcolor?: string; plot_bgcolor?: string; polar?: Polar; [polar: `polar${number}`]: Polar;
  scene?: Scene; [scene: `scene${number}`]: Scene; selectdirection?: 'h' | 'v' | 'd' | 'any' | (string & {});
  selectionrevision?: Free; selections?: Selection[]; separators?: string | number; shapes?: Shape[];
  showlegend?: boolean; sliders?: Slider[]; smith?: Smith; [smith: `smith${number}`]: Smith; spikedistance?: number;
  template?: Free; ternary?: Ternary; [ternary: `ternary${number}`]: Ternary; title?: LayoutTitle;
  transition?: LayoutTransition; uirevision?: Free; uniformtext?: Uniformtext; updatemenus?: Updatemenu[];
  width?: number; xaxis?: LayoutXaxis; [xaxis: `xaxis${number}`]: LayoutXaxis; yaxis?: LayoutYaxis;
  [yaxis: `yaxis${number}`]: LayoutYaxis; barcornerradius?: Free; bargap?: number; bargroupgap?: number;
  barmode?: 'stack' | 'group' | 'overlay' | 'relative' | (string & {});
  barnorm?: '' | 'fraction' | 'percent' | (string & {}); boxgap?: number; boxgroupgap?: number;
  boxmode?: 'group' | 'overlay' | (string & {}); funnelgap?: number; funnelgroupgap?: number;
  funnelmode?: 'stack' | 'group' | 'overlay' | (string & {}); extendfunnelareacolors?: boolean;
  funnelareacolorway?: string[]; hiddenlabels?: Free; extendiciclecolors?: boolean; iciclecolorway?: string[];
  extendpiecolors?: boolean; piecolorway?: string[]; scattergap?: number;
  scattermode?: 'group' | 'overlay' | (string & {}); extendsunburstcolors?: boolean; sunburstcolorway?: string[];
  extendtreemapcolors?: boolean; treemapcolorway?: string[]; violingap?: number; violingroupgap?: number;
  violinmode?: 'group' | 'overlay' | (string & {}); waterfallgap?: number; waterfallgroupgap?: number;
  waterfallmode?: 'group' | 'overlay' | (string & {});
}
