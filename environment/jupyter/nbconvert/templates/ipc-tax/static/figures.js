// Draws the page's figures: those in view first, the others when the browser has time. They follow the reader's light or
// dark scheme, but for those with a ground of their own, and paper is white.
(() => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');

  const figures = Array.from(document.querySelectorAll('.jp-RenderedPlotly'), (output) => ({
    box: output.querySelector('.figure'),
    content: JSON.parse(output.querySelector('script[type="application/json"]').textContent),
    drawn: false,
  }));

  function inScheme({ content }, isDark) {
    const shown = isDark ? figureScheme.darkened(content) : content;
    const layout = JSON.parse(JSON.stringify(shown.layout || {}));
    layout.height = layout.height || 420;
    layout.autosize = true;
    return { ...shown, layout };
  }

  const configOf = ({ content }) => ({ responsive: true, displaylogo: false, ...content.config });

  function draw(figure, isDark = dark.matches) {
    figure.drawn = true;
    return liveFigures.draw(figure.box, inScheme(figure, isDark), configOf(figure));
  }

  /** For paper, which is white. A figure at rest is a picture, and stays one. */
  function drawForPaper(figure) {
    if (liveFigures.isAtRest(figure.box)) return;
    figure.drawn = true;
    const { data, layout } = inScheme(figure, false);
    Plotly.react(figure.box, data, layout, configOf(figure));
  }

  const whenIdle = window.requestIdleCallback || ((run) => setTimeout(run, 50));
  async function drawRest() {
    const next = figures.find((figure) => !figure.drawn);
    if (!next) return;
    await draw(next);
    whenIdle(drawRest);
  }

  for (const figure of figures) {
    liveFigures.watch(figure.box, () => {
      if (!figure.drawn) draw(figure);
    });
  }
  window.addEventListener('load', () => whenIdle(drawRest));
  dark.addEventListener('change', () => {
    for (const figure of figures) if (figure.drawn) draw(figure);
  });
  window.addEventListener('beforeprint', () => {
    for (const figure of figures) drawForPaper(figure);
  });
  window.addEventListener('afterprint', () => {
    for (const figure of figures) if (!liveFigures.isAtRest(figure.box)) draw(figure);
  });
})();
