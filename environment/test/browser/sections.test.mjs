import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { labFixture } from './fixture.mjs';
import { PROJECT } from './lab-server.mjs';
import { drawnPixels, hoverLabel } from './pixels.mjs';

/** What makes the project's notebooks short: the same cells, smaller numbers. Each text must be there. */
const SMALLER = {
  '01-the-experiment.ipynb': {
    'bars: studySeries(),': 'bars: gbm({ seed: 42, bars: 4_000 }),',
    'lengths: grid(),': 'lengths: [6, 12, 50, 100],',
  },
  '02-one-kernel-four-boundaries.ipynb': {
    'bars: studySeries(),': 'bars: gbm({ seed: 42, bars: 4_000 }),',
    'lengths: grid(),': 'lengths: [6, 12, 50, 100],',
    'runs: 10,': 'runs: 2,',
    'starts: 5,': 'starts: 1,',
  },
};
/** A record of a small run must not take the place of the one of the user's last `make run`. */
const RECORD = 'record(section);';

function copySmaller(folder, name) {
  let text = readFileSync(path.join(PROJECT, 'notebooks', name), 'utf8');
  for (const [full, small] of Object.entries({ ...SMALLER[name], [RECORD]: '' })) {
    assert.ok(text.includes(full), `${name} has ${full}`);
    text = text.replace(full, small);
  }
  writeFileSync(path.join(folder, name), text);
}

const labTest = labFixture('sections', (folder) => {
  for (const name of Object.keys(SMALLER)) copySmaller(folder, name);
});

/** The place of the first cell whose text has `part`. */
async function place(lab, part) {
  for (const index of await lab.codeCells()) if ((await lab.source(index)).includes(part)) return index;
  throw new Error(`no cell has ${part}`);
}

async function runAndSee(lab, figures) {
  await lab.runAll();
  assert.deepEqual(await lab.errors(), []);
  const places = await lab.figureCells();
  assert.equal(places.length, figures);
  for (const index of places) await drawnPixels(await lab.figure(index));
}

/** Opens a page that `exportHtml` wrote, from the disk with the network off. */
async function readExported(visit, file) {
  const address = pathToFileURL(file).href;
  const page = await visit.newPage([address]);
  await page.context().setOffline(true);
  await page.goto(address);
  const figure = page.locator('.js-plotly-plot');
  await figure.locator('.nsewdrag').first().waitFor();
  await drawnPixels(figure);
  return figure;
}

const exported = (visit, name) => path.join(visit.folder, '..', 'build', 'figures', name);

labTest('the experiment: its figures, an option changed, and the page of a figure', async (visit) => {
  const lab = await visit.openNotebook('01-the-experiment.ipynb');
  await runAndSee(lab, 2);
  await readExported(visit, exported(visit, 'pnl-by-length.html'));

  const flips = await place(lab, 'priceFlips(options.bars');
  const before = await lab.figureData(flips);
  await lab.write(flips, 'show(priceFlips(options.bars, { lengths: [12, 50], from: 1_000, bars: 150 }));');
  await lab.run(flips);
  assert.deepEqual(await lab.errors(), []);
  assert.notDeepEqual(await lab.figureData(flips), before);
  const figure = await lab.liveFigure(flips);
  await drawnPixels(figure);
  assert.match(await figure.textContent(), /HMA 12[\s\S]*HMA 50/);
});

labTest('one kernel, four boundaries: its figures, and an option changed', async (visit) => {
  const lab = await visit.openNotebook('02-one-kernel-four-boundaries.ipynb');
  await runAndSee(lab, 4);
  const page = await readExported(visit, exported(visit, 'ratios.html'));
  assert.notEqual(await hoverLabel(page), '');

  const ratios = await place(lab, 'ratioDots(');
  const before = await lab.figureData(ratios);
  await lab.write(ratios, "const ratios = ratioDots(section, { against: 'v8' });\nshow(ratios);");
  await lab.run(ratios);
  assert.deepEqual(await lab.errors(), []);
  assert.notDeepEqual(await lab.figureData(ratios), before);
  await drawnPixels(await lab.liveFigure(ratios));
});
