import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { launchChromium } from './chromium.mjs';
import { jupyterEnvironment, makeFolder, PROJECT, PYTHON } from './lab-server.mjs';

const require = createRequire(import.meta.url);
const { allFloors, architectures, exportHtml, payloadPanels, ratioDots, toSvg } = require('ipc-tax');
const built = (...parts) => require(path.join(PROJECT, 'lib', 'dist', ...parts));
const { lowerFloorsSection } = built('test', 'figures', 'lower-floors-section.js');
const { plotlyJson } = built('src', 'notebook', 'plotly-json.js');
const { htmlTable } = built('src', 'notebook', 'table', 'index.js');
const { writeReport } = built('src', 'report', 'write.js');

const PLOTLY = 'application/vnd.plotly.v1+json';
const WATCHDOG = { timeout: 300_000 };
/** What is left of a sheet within a browser's usual margins, in CSS pixels. */
const SHEETS = {
  'A4, upright': [718, 1046],
  'A4, across': [1046, 718],
  'Letter, upright': [740, 979],
};

let folder;
let browser;

const plain = (figure) =>
  JSON.parse(JSON.stringify(plotlyJson({ data: figure.data, layout: figure.layout ?? {} })));
const figureOutput = async (figure, withPicture = true) => ({
  output_type: 'display_data',
  metadata: {},
  data: {
    [PLOTLY]: plain(figure),
    'text/plain': '[figure] a figure',
    ...(withPicture ? { 'image/svg+xml': await toSvg(figure) } : {}),
  },
});
const tableOutput = (rows) => ({
  output_type: 'display_data',
  metadata: {},
  data: { 'text/html': htmlTable(rows), 'text/plain': 'a table' },
});

/** Rows with so many columns of numbers. */
const wide = (columns) => [
  Object.fromEntries([
    ['boundary', 'shared-memory-doorbell, blocking'],
    ...Array.from({ length: columns }, (_, i) => [`quantity ${i}, times native`, 1_203_853.5 + i]),
  ]),
];
const LONG =
  'Node v20.20.2, no flags; cargo profile release: opt-level 3, fat LTO, one codegen unit, panic abort, generic x86-64';
const wordy = [
  {
    boundary: 'unix',
    source: `lib/src/transport/${'deep/'.repeat(8)}unix.ts`,
    flags: LONG,
    pinning: LONG,
    buffers: LONG,
  },
];

const surface = {
  data: [
    {
      type: 'surface',
      z: [
        [1, 2, 3],
        [2, 3, 4],
        [3, 5, 1],
      ],
    },
  ],
  layout: { title: { text: 'no picture' }, width: 1300 },
};

async function writePage(name, outputs) {
  const cell = (k, each) => ({
    cell_type: 'code',
    id: `c${k}`,
    metadata: {},
    execution_count: 1,
    source: 'show(it);',
    outputs: [each],
  });
  const title = {
    cell_type: 'markdown',
    id: 'title',
    metadata: {},
    source: `# ${name}\n\n$$T = a + \\frac{2 b}{c}$$`,
  };
  const notebook = {
    cells: [title, ...outputs.map((each, k) => cell(k, each))],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  };
  const file = path.join(folder, `${name}.ipynb`);
  writeFileSync(file, JSON.stringify(notebook));
  await promisify(execFile)(PYTHON, ['-m', 'nbconvert', '--to', 'html', '--output-dir', folder, file], {
    env: jupyterEnvironment(path.join(folder, 'home')),
    timeout: 180_000,
  });
}

before(async () => {
  folder = makeFolder('print');
  browser = await launchChromium(path.join(folder, 'chromium'));
  const floors = lowerFloorsSection();
  const small = { bars: 2_000, lengths: [6, 12, 50], runs: 2, starts: 1 };
  const calls = await architectures.run({ ...small, architectures: ['in_process_v8', 'rust_batch_unix'] });
  const drawn = [ratioDots(calls), allFloors(floors), payloadPanels(floors)];
  await writePage('notebook', [
    ...(await Promise.all(drawn.map((figure) => figureOutput(figure)))),
    await figureOutput(surface, false),
    ...[4, 12, 25].map((columns) => tableOutput(wide(columns))),
    tableOutput(wordy),
  ]);
  for (const [name, figure] of Object.entries({ dots: drawn[0], floors: drawn[1], surface })) {
    exportHtml(figure, path.join(folder, `${name}.html`));
  }
  writeReport(folder, { id: calls.run.id, quick: false, options: {} }, new Map([[calls.name, calls]]));
}, WATCHDOG);

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs in the page: what of it a sheet would cut. */
function cutOff() {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  // plotly measures texts in a drawing of its own, far off
  const seen = (element) => element.getClientRects().length > 0 && !element.closest('#js-plotly-tester');
  const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(seen);
  const faults = [];
  for (const element of all('td, th, img, svg, pre, math, .plot-container, h1')) {
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > width + 1) {
      faults.push(
        `${element.tagName} from ${left} to ${right} of ${width}: ${element.textContent.slice(0, 40)}`,
      );
    }
  }
  for (const picture of all('.still img, .still svg, #still svg, figure img')) {
    const box = picture.getBoundingClientRect();
    if (box.height > height || box.height < 100)
      faults.push(`a figure is ${box.height} of ${height} pixels high`);
  }
  for (const number of all('td[align="right"]')) {
    const text = document.createRange();
    text.selectNodeContents(number);
    if (text.getClientRects().length > 1) faults.push(`a number is broken: ${number.textContent}`);
  }
  if (document.documentElement.scrollWidth > width)
    faults.push(`the page is ${document.documentElement.scrollWidth} of ${width} wide`);
  return faults;
}

const PAGES = { 'notebook.html': 4, 'dots.html': 1, 'floors.html': 1, 'surface.html': 1, 'index.html': 0 };

for (const [file, figures] of Object.entries(PAGES)) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${file} is whole on paper, from a ${colorScheme} screen of 1440 pixels`, WATCHDOG, async () => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        offline: true,
        colorScheme,
      });
      const page = await context.newPage();
      await page.goto(pathToFileURL(path.join(folder, file)).href);
      await page.waitForFunction(
        (count) => document.querySelectorAll('.plot-container').length >= count,
        figures,
      );
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await page.emulateMedia({ media: 'print' });
      for (const [sheet, [width, height]] of Object.entries(SHEETS)) {
        await page.setViewportSize({ width, height });
        assert.deepEqual(await page.evaluate(cutOff), [], sheet);
      }
      await page.emulateMedia({ media: null });
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await page.setViewportSize({ width: 1440, height: 900 });
      assert.equal(
        await page.locator('.still:visible, #still:visible').count(),
        0,
        'on a screen the figures are alive',
      );
      await context.close();
    });
  }
}

test('a browser that prints tells the page before', WATCHDOG, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, offline: true });
  const page = await context.newPage();
  await page.goto(pathToFileURL(path.join(folder, 'notebook.html')).href);
  for (const format of ['A4', 'Letter']) assert.ok((await page.pdf({ format })).length > 10_000);
  const zooms = await page.evaluate(() =>
    Array.from(document.querySelectorAll('table'), (table) =>
      Number(table.style.getPropertyValue('--print-zoom')),
    ),
  );
  assert.equal(zooms.length, 4);
  assert.ok(zooms[0] === 1 && zooms[2] < 1 && zooms[2] > 0.2, `${zooms}`);
  await context.close();
});
