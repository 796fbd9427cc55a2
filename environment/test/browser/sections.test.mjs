import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { labFixture } from './fixture.mjs';
import { drawnPixels, hoverLabel } from './pixels.mjs';
import { copySmaller, place, runAndSee } from './smaller.mjs';

/** What makes the notebooks short. */
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
const labTest = labFixture('sections', (folder) => {
  for (const [name, smaller] of Object.entries(SMALLER)) copySmaller(folder, name, smaller);
});

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
