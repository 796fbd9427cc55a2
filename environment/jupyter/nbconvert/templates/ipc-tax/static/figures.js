// Draws the page's figures: those in view first, the others when the browser has time. They follow the reader's light or
// dark scheme, but for those with a ground of their own. On paper, which is white, their still pictures stand.
(() => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');

  /** Pixels that a sheet of A4 or Letter has across, within usual margins. */
  const SHEET = 680;

  /** Puts the picture for readers without scripts beside the figure, for paper; whether there is one. */
  function addStill(output) {
    const still = document.createElement('div');
    still.className = 'still';
    still.innerHTML = output.querySelector('noscript')?.textContent ?? '';
    if (still.querySelector('img') === null) return false;
    output.append(still);
    output.classList.add('has-still');
    return true;
  }

  /** What a reader saves is the figure as it stands on the page. */
  const AS_SEEN = { width: null, height: null };

  const figures = Array.from(document.querySelectorAll('.jp-RenderedPlotly'), (output) => ({
    box: output.querySelector('.figure'),
    hasStill: addStill(output),
    content: JSON.parse(output.querySelector('script[type="application/json"]').textContent),
    drawn: false,
  }));

  function inScheme({ content }, isDark) {
    const shown = isDark ? figureScheme.darkened(content) : content;
    const layout = JSON.parse(JSON.stringify(shown.layout || {}));
    layout.height = layout.height || 420;
    layout.autosize = true;
    delete layout.width;
    return { ...shown, layout };
  }

  const configOf = ({ content }) => ({
    responsive: true,
    displaylogo: false,
    toImageButtonOptions: AS_SEEN,
    ...content.config,
  });

  function draw(figure, isDark = dark.matches) {
    figure.drawn = true;
    return liveFigures.draw(figure.box, inScheme(figure, isDark), configOf(figure));
  }

  /** As wide as a sheet. A figure at rest is a picture, and stays one. */
  function drawForPaper(figure) {
    if (liveFigures.isAtRest(figure.box)) return;
    figure.drawn = true;
    const { data, layout } = inScheme(figure, false);
    Plotly.react(figure.box, data, { ...layout, width: SHEET }, configOf(figure));
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
  /** A table with more columns than a sheet has room for is made smaller. */
  function fitTable(table) {
    table.classList.add('as-printed');
    const zoom = Math.min(1, SHEET / table.offsetWidth);
    table.classList.remove('as-printed');
    table.style.setProperty('--print-zoom', zoom);
  }

  // A figure's own width is its most: a narrower page does not cut it.
  for (const { box, content } of figures)
    if (content.layout?.width) box.style.maxWidth = `${content.layout.width}px`;

  const live = figures.filter(({ hasStill }) => !hasStill);
  window.addEventListener('beforeprint', () => {
    for (const table of document.querySelectorAll('table')) fitTable(table);
    for (const figure of live) drawForPaper(figure);
  });
  window.addEventListener('afterprint', () => {
    for (const figure of live) if (!liveFigures.isAtRest(figure.box)) draw(figure);
  });
})();
