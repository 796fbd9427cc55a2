// Draws the page's figures: those in view first, the others when the browser has time. Colours that a figure sets are
// kept; what it leaves open follows the reader's light or dark scheme, and paper is white.
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

  const figures = Array.from(document.querySelectorAll('.jp-RenderedPlotly'), (output) => ({
    box: output.querySelector('.figure'),
    content: JSON.parse(output.querySelector('script[type="application/json"]').textContent),
    drawn: false,
  }));

  function layoutOf({ content }, isDark) {
    const layout = JSON.parse(JSON.stringify(content.layout || {}));
    layout.height = layout.height || 420;
    layout.autosize = true;
    if (layout.paper_bgcolor !== undefined || layout.template !== undefined || !isDark) return layout;
    layout.template = darkTemplate;
    if (layout.plot_bgcolor !== undefined) layout.plot_bgcolor = darkTemplate.layout.plot_bgcolor;
    return layout;
  }

  function draw(figure, isDark = dark.matches) {
    figure.drawn = true;
    const config = { responsive: true, displaylogo: false, ...figure.content.config };
    return Plotly.react(figure.box, figure.content.data, layoutOf(figure, isDark), config);
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
  window.addEventListener('beforeprint', () => {
    for (const figure of figures) draw(figure, false);
  });
  window.addEventListener('afterprint', () => {
    for (const figure of figures) draw(figure);
  });
})();
