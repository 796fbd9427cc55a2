import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from './chromium.mjs';
import { makeFolder, PROJECT } from './lab-server.mjs';
import { drawnPixels } from './pixels.mjs';

const require = createRequire(import.meta.url);
const { architectures, experiment, pnlByLength, ratioDots, toSvg } = require('ipc-tax');
const { writeReport } = require(path.join(PROJECT, 'lib', 'dist', 'src', 'report', 'write.js'));

const PLOTLY = 'application/vnd.plotly.v1+json';
let folder;
let browser;

/** An executed notebook with some figures in it, as a headless run leaves it. */
async function writeExecuted(name, title, figures) {
  const outputs = [];
  for (const figure of figures) {
    const plain = JSON.parse(
      JSON.stringify(figure, (_, value) => (ArrayBuffer.isView(value) ? [...value] : value)),
    );
    outputs.push({ data: { [PLOTLY]: plain, 'image/svg+xml': await toSvg(figure) } });
  }
  const cells = [
    { cell_type: 'markdown', source: `# ${title}` },
    { cell_type: 'code', source: '', outputs },
  ];
  writeFileSync(path.join(folder, `${name}.ipynb`), JSON.stringify({ cells }));
  writeFileSync(path.join(folder, `${name}.html`), `<!doctype html><title>${title}</title>`);
}

before(
  async () => {
    folder = makeFolder('report');
    const small = { bars: 2_000, lengths: [6, 12, 50] };
    const names = ['in_process_v8', 'rust_batch_unix', 'rust_chatty_unix'];
    const job = await experiment.run(small);
    const calls = await architectures.run({ ...small, runs: 2, starts: 1, architectures: names });
    await writeExecuted('01-the-experiment', 'The experiment', [pnlByLength(job)]);
    await writeExecuted('02-boundaries', 'Boundaries', [ratioDots(calls, { against: 'v8' })]);
    const sections = new Map([job, calls].map((section) => [section.name, section]));
    writeReport(folder, { id: calls.run.id, quick: false, options: {} }, sections);
    browser = await launchChromium(path.join(folder, 'chromium'));
  },
  { timeout: 240_000 },
);

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page of the report from the disk, the network off; gives it and what it complained of. */
async function open(file, width, colorScheme = 'light') {
  const context = await browser.newContext({ viewport: { width, height: 900 }, offline: true, colorScheme });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('requestfailed', (request) => faults.push(request.url()));
  await page.goto(pathToFileURL(path.join(folder, file)).href);
  return { context, page, faults };
}

for (const width of [1200, 390]) {
  test(`the report's index, from the disk, ${width} pixels wide: its pictures and links are there`, async () => {
    const { context, page, faults } = await open('index.html', width);
    const pictures = page.locator('figure img');
    assert.equal(await pictures.count(), 2);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await picture.evaluate((image) => image.decode());
      assert.ok((await picture.getAttribute('alt')).length > 10);
    }
    const links = await page
      .locator('a[href]:not([href^="#"])')
      .evaluateAll((all) => all.map((link) => link.href));
    assert.ok(links.length >= 6);
    for (const link of links) await page.goto(link);
    assert.deepEqual(faults, []);
    await page.goBack();
    await context.close();
  });

  test(`no page of the report is wider than its window, ${width} pixels`, async () => {
    for (const file of ['index.html', 'figures/01-the-experiment-1.html', 'figures/02-boundaries-1.html']) {
      const { context, page, faults } = await open(file, width, 'dark');
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, file);
      assert.deepEqual(faults, [], file);
      await context.close();
    }
  });
}

test('a figure of the report is alive when opened from the disk', async () => {
  const { context, page, faults } = await open('figures/02-boundaries-1.html', 1200);
  const figure = page.locator('.js-plotly-plot');
  await figure.locator('.nsewdrag').first().waitFor();
  await drawnPixels(figure);
  assert.deepEqual(faults, []);
  await context.close();
});
