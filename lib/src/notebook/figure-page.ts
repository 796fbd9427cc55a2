import { escapeHtml, scriptJson, scriptSource } from './escape';
import type { StillPicture } from './picture';

/** All that a figure's page is made of. */
export interface FigurePage {
  title: string;
  lang: string;
  /** What the figure shows, in words. */
  alt: string;
  /** The figure as {@link plotlyJson} has it. */
  figureJson: unknown;
  /** Text of a build of plotly.js that knows the figure's traces. */
  plotlySource: string;
  /** Text of `lib/assets/figure-scheme.js`. */
  schemeSource: string;
  still: StillPicture;
}

/** Nothing is loaded, from anywhere. Plotly's WebGL traces are compiled from text, hence unsafe-eval. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'worker-src blob:',
].join('; ');

const STYLE = `
:root { color-scheme: light dark; }
html, body { height: 100%; margin: 0; background: #fff; color: #1f2933; font: 16px/1.5 system-ui, sans-serif; }
#figure { width: 100%; height: 100%; min-height: 320px; }
noscript { display: block; padding: 1rem; }
noscript svg, noscript img { max-width: 100%; height: auto; }
#still { display: none; }
@media (prefers-color-scheme: dark) { html, body { background: #14181d; color: #e5e7eb; } }
@media print {
  html, body { height: auto; background: #fff; }
  .has-still #figure { display: none; }
  #still { display: block; }
  #still svg, #still img { display: block; max-width: 100%; max-height: 96vh; width: auto; height: auto; }
}
`;

// Runs in the page, as text. A figure with a ground of its own is kept as it is; others follow the scheme. On paper the
// still picture stands, which fits the sheet; a figure without one is drawn as wide as a sheet of A4 or Letter.
const SCRIPT = `
(function () {
  var figure = JSON.parse(document.getElementById('figure-data').textContent);
  var box = document.getElementById('figure');
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  if (figureScheme.hasGround(figure)) document.body.style.background = figure.layout.paper_bgcolor || '#fff';
  // As tall as the window, and no less than the figure asks for.
  if (figure.layout.height) box.style.minHeight = figure.layout.height + 'px';
  // Its own width is its most: a narrower window does not cut it.
  if (figure.layout.width) box.style.maxWidth = figure.layout.width + 'px';
  // What a reader saves is the figure as it stands in the window.
  var saved = { width: null, height: null };
  var config = Object.assign({ responsive: true, displaylogo: false, toImageButtonOptions: saved }, figure.config);
  function draw(isDark, width) {
    var shown = isDark ? figureScheme.darkened(figure) : figure;
    var layout = JSON.parse(JSON.stringify(shown.layout));
    delete layout.height;
    delete layout.width;
    layout.autosize = true;
    if (width) layout.width = width;
    return Plotly.react(box, shown.data, layout, config);
  }
  draw(dark.matches);
  dark.addEventListener('change', function () { draw(dark.matches); });
  var still = document.createElement('div');
  still.id = 'still';
  still.innerHTML = document.querySelector('noscript').textContent;
  if (still.querySelector('svg, img')) {
    document.body.className = 'has-still';
    document.body.appendChild(still);
    return;
  }
  window.addEventListener('beforeprint', function () { draw(false, 680); });
  window.addEventListener('afterprint', function () { draw(dark.matches); });
})();
`;

/** What stands in the figure's place where scripts are off. */
function inPlace(still: StillPicture, alt: string): string {
  if ('reason' in still) return `<p>${escapeHtml(alt)}</p><p>${escapeHtml(still.reason)}</p>`;
  return (
    still.svg ??
    `<img alt="${escapeHtml(alt)}" src="data:image/png;base64,${Buffer.from(still.png!).toString('base64')}">`
  );
}

/** The page's HTML, whole. */
export function figurePage({
  title,
  lang,
  alt,
  figureJson,
  plotlySource,
  schemeSource,
  still,
}: FigurePage): string {
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<div id="figure" role="img" aria-label="${escapeHtml(alt)}"></div>
<noscript>${inPlace(still, alt)}</noscript>
<script type="application/json" id="figure-data">${scriptJson(figureJson)}</script>
<script>${scriptSource(plotlySource)}</script>
<script>${scriptSource(schemeSource)}
${SCRIPT}</script>
</body>
</html>
`;
}
