// Figures in the dark: what the project's own pages and JupyterLab turn their colours with, to be read on a dark ground.
// biome-ignore lint/correctness/noUnusedVariables: pages use it
var figureScheme = (() => {
  const DARK_PAPER = '#14181d';
  const DARK_INK = '#e5e7eb';

  /** What a figure leaves open, in the dark scheme on a ground of the colour `paper`. */
  function darkTemplate(paper) {
    const axis = { gridcolor: '#343b44', zerolinecolor: '#4b5563', linecolor: '#6b7280' };
    const wall = { ...axis, backgroundcolor: paper };
    return {
      layout: {
        paper_bgcolor: paper,
        plot_bgcolor: paper,
        font: { color: DARK_INK },
        xaxis: axis,
        yaxis: axis,
        scene: { xaxis: wall, yaxis: wall, zaxis: wall },
        polar: { bgcolor: paper, angularaxis: axis, radialaxis: axis },
        ternary: { bgcolor: paper, aaxis: axis, baxis: axis, caxis: axis },
        annotationdefaults: { arrowcolor: DARK_INK },
        legend: { bgcolor: 'rgba(0,0,0,0)' },
        modebar: { bgcolor: 'rgba(0,0,0,0)', color: '#9ca3af', activecolor: DARK_INK },
      },
    };
  }

  /** How far apart the channels of a grey may be: inks have a touch of blue. */
  const GREY = 32;
  const NAMED = { black: '#000000', white: '#ffffff', gray: '#808080', grey: '#808080', silver: '#c0c0c0' };

  /** The channels of a colour, from 0 to 255, and its alpha from 0 to 1; null for what is written in another way. */
  function channels(colour) {
    const text = NAMED[colour.trim().toLowerCase()] ?? colour.trim().toLowerCase();
    const hex = /^#([0-9a-f]{3,8})$/.exec(text)?.[1];
    if (hex !== undefined) {
      const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
      const [r, g, b, a = 255] = digits.match(/../g).map((pair) => Number.parseInt(pair, 16));
      return [r, g, b, a / 255];
    }
    const listed = /^rgba?\(([\d.,\s]+)\)$/
      .exec(text)?.[1]
      .split(/[,\s]+/)
      .filter(Boolean)
      .map(Number);
    return listed?.length === 3 ? [...listed, 1] : listed?.length === 4 ? listed : null;
  }

  /** A grey as it is on a dark ground: dark is light and light is dark. Colours stay as they are. */
  function turned(colour) {
    const found = channels(colour);
    if (found === null) return colour;
    const [r, g, b, a] = found;
    if (Math.max(r, g, b) - Math.min(r, g, b) > GREY) return colour;
    const mean = (r + g + b) / 3;
    const target = 238 - mean * 0.84;
    const [red, green, blue] = [r, g, b].map((channel) => Math.round(target + channel - mean));
    return `rgba(${red},${green},${blue},${a})`;
  }

  /** Parts whose colours are not on the ground: scales of values, texts on marks, and what is no attribute. */
  const KEPT = new Set(['colorscale', 'insidetextfont', 'meta', 'customdata', 'template', 'hoverlabel']);
  /** Traces that write on their own colours. */
  const WRITTEN_ON = new Set([
    'heatmap',
    'contour',
    'histogram2d',
    'pie',
    'sunburst',
    'treemap',
    'icicle',
    'funnelarea',
  ]);

  function turnedGreys(value, key, isOnMarks) {
    if (typeof value === 'string') return /color$/i.test(key) ? turned(value) : value;
    if (typeof value !== 'object' || value === null || KEPT.has(key) || (isOnMarks && key === 'textfont'))
      return value;
    if (Array.isArray(value)) return value.map((item) => turnedGreys(item, key, isOnMarks));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, turnedGreys(item, name, isOnMarks)]),
    );
  }

  /** Whether a figure has a ground of its own: then it is drawn as it is, in any scheme. */
  const hasGround = ({ layout = {} }) => layout.paper_bgcolor !== undefined || layout.template !== undefined;

  /**
   * A figure in the dark scheme: what it leaves open is dark, and its greys, black and white change places. Its
   * colours are kept; so is all of a figure that sets a ground of its own.
   */
  function darkened(content, paper = DARK_PAPER) {
    if (hasGround(content)) return content;
    const data = content.data.map((trace) => turnedGreys(trace, '', WRITTEN_ON.has(trace.type)));
    const layout = { ...turnedGreys(content.layout ?? {}, '', false), template: darkTemplate(paper) };
    return { ...content, data, layout };
  }

  return { darkened, hasGround };
})();
