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
    const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text)?.[1];
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

  /** Relative luminance, from 0 to 1, as the contrast of the web's guidelines has it. */
  function luminance(rgb) {
    const [r, g, b] = rgb.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  /** Below it a mark can hardly be seen on a dark ground: the contrast is less than 3.5 to 1. */
  const DIM = 0.16;
  /** From this mean of its channels on a colour is a tint, as for the ground of a text. */
  const TINT = 190;

  /**
   * A colour as it is on a dark ground. Of greys dark is light and light is dark, and so it is with the tints of a
   * ground (`isGround`); other colours stay as they are, but for those too dark to be seen.
   */
  function turned(colour, isGround) {
    const found = channels(colour);
    if (found === null) return colour;
    const [r, g, b, a] = found;
    const rgb = [r, g, b];
    const mean = (r + g + b) / 3;
    const written = (list) => `rgba(${list.map(Math.round).join(',')},${a})`;
    if (Math.max(...rgb) - Math.min(...rgb) <= GREY || (isGround && mean >= TINT)) {
      const target = 238 - mean * 0.84;
      return written(rgb.map((channel) => Math.min(255, Math.max(0, target + channel - mean))));
    }
    if (isGround || luminance(rgb) >= DIM) return colour;
    let light = rgb;
    while (luminance(light) < DIM) light = light.map((channel) => channel + (255 - channel) * 0.05);
    return written(light);
  }

  /** Attributes that are the ground of something written. */
  const isGroundOf = (key, within) =>
    /^(?:bg|fill)color$/i.test(key) || (key === 'color' && within === 'fill');

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

  function inTheDark(value, key, within, isOnMarks) {
    if (typeof value === 'string')
      return /color$/i.test(key) ? turned(value, isGroundOf(key, within)) : value;
    if (typeof value !== 'object' || value === null || KEPT.has(key) || (isOnMarks && key === 'textfont')) {
      return value;
    }
    if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return value;
    if (Array.isArray(value)) return value.map((item) => inTheDark(item, key, within, isOnMarks));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, inTheDark(item, name, key, isOnMarks)]),
    );
  }

  /** Whether a figure has a ground of its own: then it is drawn as it is, in any scheme. */
  const hasGround = ({ layout = {} }) => layout.paper_bgcolor !== undefined || layout.template !== undefined;

  /**
   * A figure in the dark scheme: what it leaves open is dark, black and white and all greys change places, and colours
   * are kept. A figure that sets a ground of its own stays as it is.
   */
  function darkened(content, paper = DARK_PAPER) {
    if (hasGround(content)) return content;
    const data = content.data.map((trace) => inTheDark(trace, '', '', WRITTEN_ON.has(trace.type)));
    const layout = { ...inTheDark(content.layout ?? {}, '', '', false), template: darkTemplate(paper) };
    return { ...content, data, layout };
  }

  return { darkened, hasGround };
})();
