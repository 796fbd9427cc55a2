import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { labFixture } from './fixture.mjs';
import { jupyterEnvironment, PYTHON } from './lab-server.mjs';
import { drawnPixels } from './pixels.mjs';

const PLOTLY = 'application/vnd.plotly.v1+json';
const COLOURS = ['#d62728', '#2ca02c', '#1f77b4', '#9467bd'];

const wave = (n, length = 200) => Array.from({ length }, (_, i) => Math.sin((i * n) / 40) + i / 100);
const line = (k) => ({ color: COLOURS[k % 4], width: 3 });
const layout = { height: 360, showlegend: false };

/** A figure of each kind; `k` is its number. */
const KINDS = {
  lines: (k) => ({ data: [{ type: 'scattergl', mode: 'lines', y: wave(k), line: line(k) }], layout }),
  markers: (k) => ({
    data: [{ type: 'scattergl', mode: 'markers', y: wave(k), marker: { size: 8, ...line(k) } }],
    layout,
  }),
  panels: (k) => ({
    data: ['', 2, 3, 4].map((n) => ({
      ...{ type: 'scattergl', mode: 'lines', y: wave(k), line: line(k) },
      ...{ xaxis: `x${n}`, yaxis: `y${n}` },
    })),
    layout: { ...layout, grid: { rows: 2, columns: 2, pattern: 'independent' } },
  }),
  surface: (k) => ({
    data: [{ type: 'surface', z: wave(1, 12).map((_, i) => wave(i + k, 12)), showscale: false }],
    layout,
  }),
  scatter3d: (k) => ({
    data: [
      {
        type: 'scatter3d',
        mode: 'lines',
        x: wave(1),
        y: wave(2),
        z: wave(k),
        line: { ...line(k), width: 9 },
      },
    ],
    layout,
  }),
};

const figures = (counts) =>
  Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, k) => KINDS[kind](k + 1)),
  );

/** Notebooks by name, and the figures in them. Browsers keep the WebGL of five figures or so. */
const NOTEBOOKS = {
  'forty-scattergl': figures({ lines: 40 }),
  'twenty-mixed': figures({ surface: 5, lines: 5, scatter3d: 5, markers: 3, panels: 2 }),
};

const START = "import { show } from 'ipc-tax';";
const codeCell = (source, k, outputs = []) => ({
  ...{ cell_type: 'code', id: `cell-${k}`, metadata: {}, execution_count: null, source, outputs },
});
const output = (figure) => ({
  output_type: 'display_data',
  metadata: {},
  data: { [PLOTLY]: { ...figure, config: {} }, 'text/plain': '[figure]' },
});

function writeNotebook(file, cells) {
  const kernelspec = { name: 'ipc-tax', display_name: 'TypeScript (tslab)', language: 'typescript' };
  writeFileSync(file, JSON.stringify({ cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 }));
}

const labTest = labFixture('webgl', (folder) => {
  for (const [name, all] of Object.entries(NOTEBOOKS)) {
    const cells = all.map((figure, k) => codeCell(`show(${JSON.stringify(figure)}, { picture: false });`, k));
    writeNotebook(path.join(folder, `${name}.ipynb`), [codeCell(START, 'start'), ...cells]);
    const executed = all.map((figure, k) => codeCell(`figure ${k}`, k, [output(figure)]));
    writeNotebook(path.join(folder, `${name}-executed.ipynb`), executed);
  }
});

for (const [name, { length: count }] of Object.entries(NOTEBOOKS)) {
  labTest(`${name}: no figure is blank in Lab`, async (visit) => {
    const lab = await visit.openNotebook(`${name}.ipynb`);
    await lab.runAll();
    assert.deepEqual(await lab.errors(), []);
    const places = await lab.figureCells();
    assert.equal(places.length, count);
    // Down as a reader scrolls, then up again to some: what was drawn must not have gone.
    for (const place of places) await drawnPixels(await lab.figure(place));
    for (const at of [0.7, 0.3, 0]) await drawnPixels(await lab.figure(places[Math.floor(at * count)]));
    // A figure at rest comes to life when the pointer comes.
    const first = await lab.figure(places[0]);
    await first.hover();
    await first.locator('canvas').first().waitFor({ state: 'attached' });
    assert.equal(await first.locator('img').count(), 0);
    await drawnPixels(first);
  });

  labTest(`${name}: no figure is blank in the page that is exported`, async (visit) => {
    const notebook = path.join(visit.folder, `${name}-executed.ipynb`);
    const env = jupyterEnvironment(path.join(visit.folder, 'home'));
    await promisify(execFile)(PYTHON, ['-m', 'nbconvert', '--to', 'html', notebook], {
      env,
      timeout: 180_000,
    });
    const address = pathToFileURL(path.join(visit.folder, `${name}-executed.html`)).href;
    const page = await visit.newPage([address]);
    await page.goto(address);
    const drawn = page.locator('.jp-RenderedPlotly');
    assert.equal(await drawn.count(), count);
    const down = Array.from({ length: count }, (_, k) => k);
    for (const k of [...down, Math.floor(0.6 * count), Math.floor(0.2 * count), 0]) {
      await drawn.nth(k).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await drawnPixels(drawn.nth(k));
    }
  });
}
