import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { labFixture } from './fixture.mjs';
import { eventually } from './lab-page.mjs';
import { copyNotebooks } from './lab-server.mjs';
import { drawnPixels } from './pixels.mjs';
import { decodePng } from './png.mjs';

// Places of the cells in figures.ipynb.
const FIGURES = [3, 4, 5, 6];
const LAST = 8;

const labTest = labFixture('schemes', (folder) => copyNotebooks(folder, 'figures.ipynb'));

const grey = (data, at) => (data[at] + data[at + 1] + data[at + 2]) / 3;

/** The ground of a picture, which most of its pixels have, and the share of pixels that are far from it, as texts are. */
function groundOf({ data, channels }) {
  const counts = new Array(256).fill(0);
  for (let at = 0; at < data.length; at += channels) counts[Math.round(grey(data, at))] += 1;
  const ground = counts.indexOf(Math.max(...counts));
  const far = counts.reduce((sum, count, level) => sum + (Math.abs(level - ground) > 120 ? count : 0), 0);
  return { ground, far: far / (data.length / channels) };
}

/** Waits until a figure has a ground that `fits`, and something on it that can be read. */
const seen = (figure, fits) =>
  eventually(async () => {
    const { ground, far } = groundOf(decodePng(await figure.screenshot()));
    assert.ok(fits(ground), `its ground is ${ground} of 255`);
    assert.ok(far > 0.0005, `only ${far} of it differs from its ground`);
  });

const isDark = (ground) => ground < 40;
const isLight = (ground) => ground > 240;

labTest('figures follow the theme of Lab, and their pictures are for paper', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.runAll();
  for (const [theme, fits] of [
    ['JupyterLab Dark', isDark],
    ['JupyterLab Light', isLight],
    ['JupyterLab Dark', isDark],
  ]) {
    await lab.menu('Settings', 'Theme', theme);
    for (const place of FIGURES) {
      const figure = await lab.liveFigure(place);
      await seen(figure.locator('.svg-container').first(), fits);
      await drawnPixels(figure);
    }
  }
  // A figure that is drawn in the dark, and one with a ground of its own.
  await lab.write(
    LAST,
    "show({ data: [{ y: [1, 2], line: { color: 'black', width: 9 } }], layout: { height: 360 } });",
  );
  await lab.run(LAST);
  await seen((await lab.liveFigure(LAST)).locator('.svg-container').first(), isDark);
  await lab.write(LAST, "show({ data: [{ y: [1, 2] }], layout: { paper_bgcolor: 'white', height: 360 } });");
  await lab.run(LAST);
  await seen((await lab.liveFigure(LAST)).locator('.svg-container').first(), isLight);
  const [{ data }] = await lab.outputs(FIGURES[0]);
  const page = await visit.newPage([]);
  await page.setContent(`<img src="data:image/png;base64,${data['image/png']}">`);
  await seen(page.locator('img'), isLight);
});

for (const colorScheme of ['dark', 'light']) {
  labTest(`a page that exportHtml wrote follows the reader's ${colorScheme} scheme`, async (visit) => {
    const lab = await visit.openNotebook('figures.ipynb');
    await lab.runAll();
    const file = path.join(visit.folder, 'flips.html');
    await lab.write(
      LAST,
      `import { exportHtml } from 'ipc-tax';
exportHtml(priceFlips(gbm({ seed: 7, bars: 600 }), { lengths: [10, 40] }), ${JSON.stringify(file)});`,
    );
    await lab.run(LAST);
    assert.deepEqual(await lab.errors(), []);
    const address = pathToFileURL(file).href;
    const page = await visit.newPage([address], { colorScheme });
    await page.goto(address);
    const figure = page.locator('.js-plotly-plot');
    await figure.locator('.nsewdrag').first().waitFor();
    await seen(figure, colorScheme === 'dark' ? isDark : isLight);
    await drawnPixels(figure);
  });
}
