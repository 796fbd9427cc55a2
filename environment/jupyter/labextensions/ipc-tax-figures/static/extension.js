// Draws plotly's MIME type in JupyterLab, with the plotly.js that is installed and what the project's own pages draw
// with; the server has them among its static files (jupyter_server_config.py). Written as Lab loads an extension that
// was built: a container of modules by name
// (https://jupyterlab.readthedocs.io/en/stable/extension/extension_dev.html#prebuilt-extensions).
(() => {
  const NAME = 'ipc-tax-figures';
  const MIME = 'application/vnd.plotly.v1+json';
  const FILES = ['plotly.min.js', 'figure-scheme.js', 'live-figures.js'];
  const HEIGHT = 420;
  /** Of the server; this is `lab/extensions/NAME/static/extension.js`. */
  const STATIC = new URL('../../../../static/', document.currentScript.src);

  const load = (file) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = new URL(file, STATIC).href;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${file} could not be loaded: run make setup`));
      document.head.append(script);
    });

  let loading = null;
  /** Loads what draws, when the first figure needs it. */
  const loaded = () =>
    (loading ??= FILES.reduce((before, file) => before.then(() => load(file)), Promise.resolve()));

  const isDark = () => document.body.dataset.jpThemeLight === 'false';
  const ground = () =>
    getComputedStyle(document.body).getPropertyValue('--jp-layout-color0').trim() || '#111111';

  /** The figures that are in Lab now, drawn anew when its theme changes. */
  const figures = new Set();
  new MutationObserver(() => {
    for (const figure of figures) figure.redraw();
  }).observe(document.body, {
    attributes: true,
    attributeFilter: ['data-jp-theme-light', 'data-jp-theme-name'],
  });

  /** The widget that shows one output. It is drawn when it first comes into view. */
  const rendererOf = (Widget) =>
    class extends Widget {
      #box = document.createElement('div');
      #content = null;
      #drawn = false;

      constructor() {
        super();
        this.addClass('jp-RenderedPlotly');
        this.#box.style.minHeight = `${HEIGHT}px`;
        this.node.append(this.#box);
      }

      async renderModel(model) {
        this.#content = model.data[MIME];
        this.#box.style.minHeight = `${this.#content.layout?.height ?? HEIGHT}px`;
        try {
          await loaded();
        } catch (error) {
          this.#box.textContent = error.message;
          return;
        }
        if (this.isDisposed) return;
        if (!figures.has(this)) {
          figures.add(this);
          liveFigures.watch(this.#box, () => this.#drawn || this.#draw());
        } else this.redraw();
      }

      redraw() {
        if (this.#drawn) this.#draw();
      }

      onResize() {
        if (this.#drawn && this.#box._fullLayout && this.node.offsetWidth > 0) Plotly.Plots.resize(this.#box);
      }

      onAfterShow() {
        this.onResize();
      }

      dispose() {
        if (this.isDisposed) return;
        if (figures.delete(this)) liveFigures.remove(this.#box);
        super.dispose();
      }

      #draw() {
        this.#drawn = true;
        const shown = isDark() ? figureScheme.darkened(this.#content, ground()) : this.#content;
        const layout = { height: HEIGHT, autosize: true, ...JSON.parse(JSON.stringify(shown.layout ?? {})) };
        const config = { responsive: true, displaylogo: false, ...shown.config };
        return liveFigures.draw(this.#box, { ...shown, layout }, config);
      }
    };

  let shared = null;
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB[NAME] = {
    /** Lab's own packages, each by its versions. */
    init(scope) {
      shared = scope;
    },
    async get() {
      const [{ get }] = Object.values(shared['@lumino/widgets']);
      const { Widget } = (await get())();
      const Figure = rendererOf(Widget);
      const rendererFactory = { safe: true, mimeTypes: [MIME], createRenderer: () => new Figure() };
      return () => ({ id: `${NAME}:renderer`, rendererFactory, rank: 0, dataType: 'json' });
    },
  };
})();
