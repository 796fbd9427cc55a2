// Draws the page's figures: those in view first, the others when the browser has time. Colours that a figure sets are
// kept; what it leaves open follows the reader's light or dark scheme. On paper their still pictures stand.
(() => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const axis = { gridcolor: '#343b44', zerolinecolor: '#4b5563', linecolor: '#6b7280' };
  const darkTemplate = {
    layout: {
      paper_bgcolor: '#14181d',
      plot_bgcolor: '#14181d',
      font: { color: '#e5e7eb' },
      xaxis: axis,
      yaxis: axis,
      annotationdefaults: { arrowcolor: '#e5e7eb' },
      legend: { bgcolor: 'rgba(20,24,29,0.8)' },
    },
  };

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

  function layoutOf({ content }, isDark) {
    const layout = JSON.parse(JSON.stringify(content.layout || {}));
    layout.height = layout.height || 420;
    layout.autosize = true;
    delete layout.width;
    if (layout.paper_bgcolor !== undefined || layout.template !== undefined || !isDark) return layout;
    layout.template = darkTemplate;
    if (layout.plot_bgcolor !== undefined) layout.plot_bgcolor = darkTemplate.layout.plot_bgcolor;
    return layout;
  }

  function draw(figure, isDark = dark.matches, width = undefined) {
    figure.drawn = true;
    const config = { responsive: true, displaylogo: false, toImageButtonOptions: AS_SEEN, ...figure.content.config };
    const layout = layoutOf(figure, isDark);
    if (width !== undefined) layout.width = width;
    return Plotly.react(figure.box, figure.content.data, layout, config);
  }

  const whenIdle = window.requestIdleCallback || ((run) => setTimeout(run, 50));
  function drawRest() {
    const next = figures.find((figure) => !figure.drawn);
    if (!next) return;
    draw(next);
    whenIdle(drawRest);
  }

  const near = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const figure = figures.find(({ box }) => box === entry.target);
        if (entry.isIntersecting && !figure.drawn) draw(figure);
      }
    },
    { rootMargin: '600px' },
  );
  for (const { box } of figures) near.observe(box);
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
  for (const { box, content } of figures) if (content.layout?.width) box.style.maxWidth = `${content.layout.width}px`;

  const live = figures.filter(({ hasStill }) => !hasStill);
  window.addEventListener('beforeprint', () => {
    for (const table of document.querySelectorAll('table')) fitTable(table);
    for (const figure of live) draw(figure, false, SHEET);
  });
  window.addEventListener('afterprint', () => {
    for (const figure of live) draw(figure);
  });
})();
