import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from './chromium.mjs';
import { faultsOf } from './figure-faults.mjs';
import { makeFolder, PROJECT } from './lab-server.mjs';

const require = createRequire(import.meta.url);
const { exportHtml, ratioDots, toSvg } = require('ipc-tax');
const tests = (name) => require(path.join(PROJECT, 'lib', 'dist', 'test', 'figures', name));
const { ALONE, DRAWN } = tests('drawn-sections.js');
const { lowerFloorsSection } = tests('lower-floors-section.js');
const { SMALL_NAMES, smallSection } = tests('small-sections.js');
const { plotlyJson } = require(path.join(PROJECT, 'lib', 'dist', 'src', 'notebook', 'plotly-json.js'));
const { remember } = require(path.join(PROJECT, 'lib', 'dist', 'src', 'study', 'history.js'));
const PLOTLY = readFileSync(require.resolve('plotly.js/dist/plotly-cartesian.min.js'), 'utf8');

/** A desktop, a small window, a phone. */
const WIDTHS = [1440, 800, 390];
const WATCHDOG = { timeout: 480_000 };

let folder;
let browser;
/** By name, every figure as plotly is given it. */
const figures = new Map();

const add = (name, figure) =>
  figures.set(name, JSON.parse(JSON.stringify(plotlyJson({ data: figure.data, layout: figure.layout }))));

/** Every figure of a section: of itself, without a row, and over a run before. */
function addDrawn(name, section) {
  const again = { ...section };
  remember(section);
  remember(again);
  for (const [figure, draw] of Object.entries(DRAWN[name])) {
    add(figure, draw({ ...section }));
    add(
      `${figure}, empty`,
      draw({ ...section, rows: [], gate: section.gate && { ...section.gate, variants: [] } }),
    );
    add(`${figure}, over a run before`, draw(again));
  }
}

/** The main experiment as it may come: many architectures, and intervals, with the control's band at either end. */
function addArchitectures(section) {
  const bounded = (ratio) => ratio && { ...ratio, low: ratio.median * 0.97, high: ratio.median * 1.03 };
  const control = { ...section.facts.aa_ratio, low: 0.95, high: 1.06 };
  const rows = section.rows.map((row) => ({
    ...row,
    ratio_numba: bounded(row.ratio_numba),
    ratio_v8: bounded(row.ratio_v8),
    published_ratio: 1.1,
  }));
  const sure = { ...section, rows, facts: { ...section.facts, aa_ratio: control } };
  add('ratioDots, with intervals', ratioDots(sure));
  add('ratioDots, with intervals, against V8', ratioDots(sure, { against: 'v8' }));
  const many = Array.from({ length: 30 }, (_, i) => ({
    ...rows[i % rows.length],
    architecture: `an_architecture_${i}`,
  }));
  const rest = { ...sure, rows: [...rows, ...many] };
  add('ratioDots, many', ratioDots(rest));
  add('boundaryShare, many', DRAWN.architectures.boundaryShare(rest));
}

before(async () => {
  folder = makeFolder('figures-fit');
  for (const name of SMALL_NAMES) addDrawn(name, await smallSection(name));
  addArchitectures(await smallSection('architectures'));
  for (const [figure, draw] of Object.entries(DRAWN.floors))
    add(`${figure}, every way`, draw(lowerFloorsSection()));
  for (const [name, draw] of Object.entries(ALONE)) add(name, draw());
  browser = await launchChromium(path.join(folder, 'chromium'));
}, WATCHDOG);

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pageOf = async (width, height = 900) =>
  (await browser.newContext({ viewport: { width, height }, offline: true })).newPage();

for (const width of WIDTHS) {
  test(`no text of a figure lies over another or is cut, ${width} pixels wide`, WATCHDOG, async () => {
    const page = await pageOf(width);
    await page.setContent('<!doctype html><body style="margin: 0"></body>');
    await page.addScriptTag({ content: PLOTLY });
    const faults = {};
    for (const [name, { data, layout }] of figures) {
      await page.evaluate(
        async (figure) => {
          document.body.innerHTML = '<div id="figure"></div>';
          await window.Plotly.newPlot('figure', figure.data, { ...figure.layout, autosize: true });
        },
        { data, layout },
      );
      const found = await faultsOf(page.locator('#figure'));
      if (found.length > 0) faults[name] = found;
    }
    assert.ok(figures.size > 90);
    assert.deepEqual(faults, {});
    await page.context().close();
  });
}

test('a picture of any width is whole', WATCHDOG, async () => {
  const names = [
    'ratioDots',
    'payloadPanels, every way',
    'codecPlane',
    'latencyTail',
    'spawnCalls',
    'takeawaysFigure',
  ];
  const page = await pageOf(1440);
  for (const width of WIDTHS) {
    for (const name of names) {
      await page.setContent(
        `<body style="margin: 0"><div id="figure">${await toSvg(figures.get(name), { width })}</div>`,
      );
      assert.deepEqual(await faultsOf(page.locator('#figure')), [], `${name}, ${width} pixels`);
    }
  }
  await page.context().close();
});

test('a saved page fits its window, also a figure with a width of its own', WATCHDOG, async () => {
  const own = { ...figures.get('ratioDots'), layout: { ...figures.get('ratioDots').layout, width: 1200 } };
  for (const [name, figure] of [
    ['own width', own],
    ['every floor', figures.get('allFloors, every way')],
  ]) {
    const file = exportHtml(figure, path.join(folder, `${name}.html`));
    for (const [width, height] of [
      [1440, 900],
      [800, 600],
      [390, 844],
    ]) {
      const page = await pageOf(width, height);
      await page.goto(pathToFileURL(file).href);
      await page.locator('.js-plotly-plot .main-svg').first().waitFor();
      assert.deepEqual(await faultsOf(page.locator('#figure')), [], `${name}, ${width} pixels`);
      await page.context().close();
    }
  }
});

test("what is saved by plotly's own button is as large as what is seen", WATCHDOG, async () => {
  const file = exportHtml(figures.get('allFloors, every way'), path.join(folder, 'button.html'));
  const page = await pageOf(800, 600);
  await page.goto(pathToFileURL(file).href);
  const seen = await page.locator('.js-plotly-plot .main-svg').first().boundingBox();
  const download = page.waitForEvent('download');
  await page
    .locator(
      '.modebar-btn[data-title="Download plot as a PNG"], .modebar-btn[data-title="Download plot as a png"]',
    )
    .first()
    .dispatchEvent('click');
  const png = readFileSync(await (await download).path());
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [seen.width, seen.height].map(Math.round));
  await page.context().close();
});
