// Figures that are alive in a page: the project's own pages and JupyterLab load this beside plotly.js. Browsers keep about
// sixteen WebGL contexts and take the oldest away without a word; so figures that have some rest while they are not
// looked at: a picture is in their place.
// biome-ignore lint/correctness/noUnusedVariables: pages use it
var liveFigures = (() => {
  /** Contexts of all figures together. One figure has up to three, and so has the copy of which its picture is taken. */
  const MOST_CONTEXTS = 9;

  /** By their boxes, figures that have WebGL and are drawn, the one seen last at the end. */
  const alive = new Map();
  /** Those at rest. */
  const resting = new Map();
  const inView = new Set();

  const canvases = (box) => [...box.querySelectorAll('canvas')];
  const contexts = () => [...alive.keys()].reduce((sum, box) => sum + canvases(box).length, 0);

  /** One after the other, as each takes contexts of its own for a while. */
  let last = Promise.resolve();
  const inTurn = (job) => (last = last.then(job).catch((error) => console.error(error)));

  /** Gives a figure's contexts back at once; else they are kept until the page is tidied up. */
  function release(box) {
    for (const canvas of canvases(box)) {
      for (const kind of ['webgl', 'webgl2'])
        canvas.getContext(kind)?.getExtension('WEBGL_lose_context')?.loseContext();
    }
    box.removeAllListeners?.('plotly_webglcontextlost');
    Plotly.purge(box);
  }

  /** Puts a picture in the place of a figure. It wakes when it comes into view again, or when the pointer does. */
  async function rest(box) {
    const figure = alive.get(box);
    if (figure === undefined) return;
    const { width, height } = box._fullLayout;
    const size = { format: 'png', width, height, scale: Math.min(2, window.devicePixelRatio || 1) };
    const url = await Plotly.toImage(box, size);
    // It may have been drawn anew, or have gone, while its picture was taken.
    if (alive.get(box) !== figure) return;
    alive.delete(box);
    // As the reader left it: turned, zoomed.
    resting.set(box, { ...figure, content: { ...figure.content, data: box.data, layout: box.layout } });
    release(box);
    const picture = document.createElement('img');
    Object.assign(picture, { src: url, alt: '', className: 'figure-at-rest', width, height });
    picture.style.cssText = 'display: block; max-width: 100%; height: auto';
    await picture.decode().catch(() => {});
    if (resting.has(box)) box.replaceChildren(picture);
  }

  /** Lets figures rest until there are few enough contexts, those out of view first, never `newest`. */
  async function makeRoom(newest) {
    while (contexts() > MOST_CONTEXTS) {
      const others = [...alive.keys()].filter((box) => box !== newest);
      const next = others.find((box) => !inView.has(box)) ?? others[0];
      if (next === undefined) return;
      await rest(next);
    }
  }

  function plotted(box, content, config) {
    if (resting.delete(box)) box.replaceChildren();
    return Plotly.react(box, content.data, content.layout, config);
  }

  async function drawNow(box, figure) {
    const { content, config } = figure;
    await plotted(box, content, config);
    if (content.frames) await Plotly.addFrames(box, content.frames);
    alive.delete(box);
    if (canvases(box).length === 0) return;
    alive.set(box, figure);
    box.removeAllListeners?.('plotly_webglcontextlost');
    box.on('plotly_webglcontextlost', () => inTurn(() => rest(box)));
    await makeRoom(box);
  }

  /** Traces that are drawn without WebGL. */
  const SVG_TRACES =
    /^(?:bar|barpolar|box|candlestick|carpet|choropleth|contour|contourcarpet|funnel|funnelarea|heatmap|histogram|histogram2d|histogram2dcontour|icicle|image|indicator|ohlc|parcats|pie|quiver|sankey|scatter|scattercarpet|scattergeo|scatterpolar|scattersmith|scatterternary|sunburst|table|treemap|violin|waterfall)$/;
  const usesWebGl = ({ data }) => data.some(({ type = 'scatter' }) => !SVG_TRACES.test(type));

  /**
   * Draws a figure, `content` with its colours as they are to be, into a box. One without WebGL is drawn when this
   * returns; the promise is settled when any is.
   */
  function draw(box, content, config) {
    const figure = { content, config };
    if (usesWebGl(content)) return inTurn(() => drawNow(box, figure));
    alive.delete(box);
    return plotted(box, content, config).then(() => content.frames && Plotly.addFrames(box, content.frames));
  }

  /** A figure at rest is drawn again as it was left; one that is alive counts as seen just now. */
  function wake(box) {
    const figure = resting.get(box);
    if (figure !== undefined)
      return inTurn(() => (resting.get(box) === figure ? drawNow(box, figure) : undefined));
    const seen = alive.get(box);
    if (seen === undefined) return last;
    alive.delete(box);
    alive.set(box, seen);
    return last;
  }

  /** Whether a box holds the picture of a figure at rest. */
  const isAtRest = (box) => resting.has(box);

  /** Ends a figure; its box is empty then. */
  function remove(box) {
    near.unobserve(box);
    inView.delete(box);
    resting.delete(box);
    alive.delete(box);
    if (box._fullLayout) release(box);
  }

  /** What to do when a box comes near the window, by the box. */
  const calls = new WeakMap();
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) inView.delete(target);
        else {
          inView.add(target);
          calls.get(target)?.();
          wake(target);
        }
      }
    },
    { rootMargin: '300px' },
  );

  /** Watches a box: `arrive` is called each time it comes near the window, and figures at rest in it wake. */
  function watch(box, arrive) {
    calls.set(box, arrive);
    near.observe(box);
    box.addEventListener('pointerenter', () => wake(box));
  }

  return { draw, isAtRest, remove, watch };
})();
