import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { labFixture } from './fixture.mjs';
import { eventually } from './lab-page.mjs';
import { copyNotebooks } from './lab-server.mjs';
import { drawnPixels, hoverLabel, pixelsOf } from './pixels.mjs';

const RED = '#d62728';
const GREEN = '#2ca02c';

// Places of the cells in figures.ipynb.
const IMPORT = 1;
const OPTIONS = 2;
const SINE = 3;
const BARS = 4;
const FIGURES = [SINE, BARS, 5, 6];
const TABLE = 7;
const LAST = 8;

const labTest = labFixture('lab', (folder) => copyNotebooks(folder, 'figures.ipynb'));

labTest('all cells run, and every figure is drawn', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.runAll();
  assert.deepEqual(await lab.errors(), []);
  assert.deepEqual(await lab.figureCells(), FIGURES);
  for (const place of FIGURES) await drawnPixels(await lab.figure(place));
  assert.match(await hoverLabel(await lab.liveFigure(SINE)), /0\.\d/);
  await lab.cell(TABLE).scrollIntoViewIfNeeded();
  assert.match(
    await lab.cell(TABLE).locator('.jp-OutputArea').textContent(),
    /3\/3[\s\S]*json\s*1,200\s*binary\s*320/,
  );
  assert.match(await lab.cell(LAST).locator('.jp-OutputArea').textContent(), /the last cell has run/);
});

labTest('a changed option changes the figure when its cell is run again', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.runAll();
  const before = await pixelsOf(await lab.liveFigure(SINE), RED);
  await lab.write(OPTIONS, "const options = { amplitude: 1.9, cycles: 12, colour: '#2ca02c' };");
  await lab.run(OPTIONS);
  await lab.run(SINE);
  assert.deepEqual(await lab.errors(), []);
  const now = await pixelsOf(await lab.liveFigure(SINE), GREEN);
  // An amplitude of 1 fills half of the axis from -2 to 2, one of 1.9 nearly all of it.
  assert.ok(before.rows / before.height < 0.55, `${before.rows} rows of ${before.height}`);
  assert.ok(now.rows / now.height > 0.9, `${now.rows} rows of ${now.height}`);
  assert.ok(now.pixels > 2 * before.pixels, `${before.pixels} pixels, then ${now.pixels}`);
});

for (const [kind, code] of [
  ['a loop', 'for (;;) {}'],
  ['an await that never ends', 'await new Promise(() => setInterval(() => {}, 1000));'],
]) {
  labTest(`${kind} can be interrupted, and the next cell runs`, async (visit) => {
    const lab = await visit.openNotebook('figures.ipynb');
    await lab.write(LAST, `console.log('it runs');\n${code}`);
    await lab.ends([LAST], async () => {
      await lab.page.keyboard.press('Shift+Enter');
      await lab.cell(LAST).locator('.jp-OutputArea').getByText('it runs').waitFor();
      await lab.menu('Kernel', 'Interrupt Kernel');
    });
    const errors = await lab.errors();
    assert.equal(errors.length, 1, errors.join('\n'));
    assert.match(errors[0], /interrupt/i);
    await lab.write(OPTIONS, "console.log('after', 6 * 7);");
    await lab.run(OPTIONS);
    await lab.cell(OPTIONS).locator('.jp-OutputArea').getByText('after 42').waitFor();
  });
}

labTest('after a restart nothing is left of the cells, and all run again', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.runAll();
  await lab.menu('Kernel', 'Restart Kernel…');
  await lab.accept();
  await lab.until(
    () => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status !== 'idle',
  );
  await lab.kernelIs('idle');
  await lab.run(BARS);
  assert.match((await lab.errors())[0], /show/, 'the import of the cell before is gone with the kernel');
  await lab.runAll();
  assert.deepEqual(await lab.errors(), []);
  await pixelsOf(await lab.liveFigure(BARS), GREEN);
});

labTest('a saved notebook that is not trusted shows its figures', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.runAll();
  await lab.save();
  const saved = JSON.parse(readFileSync(path.join(visit.folder, 'figures.ipynb'), 'utf8'));
  for (const place of FIGURES) {
    const [{ data }] = saved.cells[place].outputs;
    assert.ok(
      data['application/vnd.plotly.v1+json'] &&
        data['text/plain'] &&
        data['image/svg+xml'] &&
        data['image/png'],
    );
  }
  // Someone else's Jupyter: it has never seen this notebook.
  const stranger = await visit.startServer('home-of-a-stranger');
  const opened = await visit.openNotebook('figures.ipynb', stranger);
  assert.deepEqual(await opened.figureCells(), FIGURES);
  for (const place of FIGURES) {
    assert.equal(await opened.trusted(place), false);
    await drawnPixels(await opened.figure(place));
  }
  assert.ok((await hoverLabel(await opened.liveFigure(BARS))).length > 0);
});

labTest('a notebook that is not trusted shows pictures in a Lab that does not draw plotly', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.runAll();
  await lab.save();
  const stranger = await visit.startServer('home-without-plotly', 'ipc-tax-figures');
  const opened = await visit.openNotebook('figures.ipynb', stranger);
  for (const place of FIGURES) {
    assert.equal(await opened.trusted(place), false);
    await opened.cell(place).scrollIntoViewIfNeeded();
    const output = opened.cell(place).locator('.jp-OutputArea-output');
    const picture = output.locator('img[src^="data:image/png"]');
    await picture.waitFor();
    assert.equal(await output.locator('.jp-RenderedPlotly').count(), 0);
    const { width, height } = await picture.evaluate((image) => ({
      width: image.width,
      height: image.height,
    }));
    assert.ok(width === 700 && height >= 360, `${width} x ${height} on the screen, of more pixels than that`);
    await drawnPixels(picture);
  }
});

/** Opens the notebook, runs the import, and asks for what completes `gb` in a cell. */
async function complete(visit) {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.run(IMPORT);
  await lab.write(LAST, 'gb');
  await lab.page.keyboard.press('Tab');
  const completer = lab.page.locator('.jp-Completer');
  await completer.locator('.jp-Completer-match').getByText('gbm', { exact: true }).waitFor();
  return { lab, completer };
}

labTest('Tab completes a name of the library, Shift+Tab shows its doc comment', async (visit) => {
  const { lab } = await complete(visit);
  await lab.page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await lab.source(LAST), 'gbm'));
  await lab.page.keyboard.insertText('(');
  await lab.page.keyboard.press('Shift+Tab');
  const tooltip = lab.page.locator('.jp-Tooltip');
  await tooltip.getByText('gbm(options?: GbmOptions): Series').waitFor();
  await tooltip.getByText('geometric Brownian motion').waitFor();
});

labTest('the doc comment is shown beside the names that complete', async (visit) => {
  const { completer } = await complete(visit);
  await completer.locator('.jp-Completer-docpanel').getByText('geometric Brownian motion').waitFor();
});

labTest('Tab completes the names of an option inside a text, in place of what is typed', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.run(IMPORT);
  await lab.write(LAST, "const options = { architectures: ['rust_batch_unc");
  await lab.page.keyboard.press('Tab');
  const completer = lab.page.locator('.jp-Completer-match');
  const completed = "const options = { architectures: ['rust_batch_unchecked";
  await eventually(async () => {
    // The only name is written at once, or offered first.
    if (await completer.first().isVisible()) await lab.page.keyboard.press('Enter');
    assert.equal(await lab.source(LAST), completed);
  });
  await lab.write(LAST, "const options = { architectures: ['");
  await lab.page.keyboard.press('Tab');
  for (const name of ['in_process_v8', 'rust_batch_unix', 'rust_chatty_unix']) {
    await completer.getByText(name, { exact: true }).waitFor();
  }
});

labTest('a figure that was changed, and a table, are shown as last expressions', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.run(IMPORT);
  await lab.write(
    LAST,
    `const flips = priceFlips(gbm({ seed: 7, bars: 600 }), { lengths: [10, 40] });
flips.layout.title.text = 'Mine';
flips.data[0].line.color = '${RED}';
flips.data[1].marker.color = '${GREEN}';
flips`,
  );
  await lab.run(LAST);
  assert.deepEqual(await lab.errors(), []);
  const figure = await lab.liveFigure(LAST);
  await pixelsOf(figure, RED);
  await figure.getByText('Mine', { exact: true }).waitFor();
  await lab.write(
    LAST,
    "import { table } from 'arquero';\ntable({ codec: ['raw', 'json'], bytes: [320, 1200] })",
  );
  await lab.run(LAST);
  assert.match(
    await lab.cell(LAST).locator('.jp-OutputArea table').textContent(),
    /raw\s*320\s*json\s*1,200/,
  );
});
