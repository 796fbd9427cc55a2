import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { labFixture } from './fixture.mjs';
import { copyNotebooks } from './lab-server.mjs';

// Places of the cells in figures.ipynb.
const IMPORT = 1;
const OPTIONS = 2;
const LAST = 8;

/** A measurement of four steps, each done when its file is there: the test says how far it is. */
const MEASUREMENT = `
const { existsSync } = require('node:fs');
const until = async (file: string) => { while (!existsSync(file)) await new Promise((done) => setTimeout(done, 20)); };
console.log('it has begun');
const bar = progress(4, 'measurement');
for (let step = 1; step <= 4; step++) { await until('step' + step); bar.tick(); await new Promise((done) => setTimeout(done, 150)); }
bar.done();
console.log('it has ended');
'the result'`;

const labTest = labFixture('running', (folder) => copyNotebooks(folder, 'figures.ipynb'));

/** Opens the notebook and starts the measurement in its last cell. */
async function measuring(visit) {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.run(IMPORT);
  await lab.write(LAST, MEASUREMENT.trim());
  await lab.save();
  await lab.edit(LAST);
  await lab.page.keyboard.press('Shift+Enter');
  await shows(lab, '0/4 (0 %)');
  return lab;
}

const step = (visit, k) => writeFileSync(path.join(visit.folder, `step${k}`), '');
const outputOf = (lab) => lab.cell(LAST).locator('.jp-OutputArea');
const shows = (lab, text) => outputOf(lab).getByText(text).first().waitFor();
const statusBar = (lab) => lab.page.locator('#jp-bottom-panel').getByText(/\| (Idle|Busy)/);

/** Lets the measurement come to its end, which the cell must show, once. */
async function ends(visit, lab) {
  for (const k of [1, 2, 3, 4]) step(visit, k);
  await lab.kernelIs('idle');
  await shows(lab, 'the result');
  const text = await outputOf(lab).textContent();
  assert.equal(text.match(/it has begun/g).length, 1, text);
  assert.equal(text.match(/it has ended/g).length, 1, text);
  assert.match(text, /✓ measurement: 4\/4 \(100 %\)/);
  assert.match(await lab.cell(LAST).locator('.jp-InputPrompt').textContent(), /\[\d+\]/);
  assert.deepEqual(await lab.errors(), []);
}

for (const [what, act] of [
  [
    'a name is completed',
    async (lab) => {
      await lab.write(OPTIONS, 'Math.fl');
      await lab.page.keyboard.press('Tab');
      await lab.until(
        () =>
          window.jupyterapp.shell.currentWidget.content.activeCell.editor.model.sharedModel.source !==
            'Math.fl' ||
          document.querySelector('.jp-Completer:not(.lm-mod-hidden) .jp-Completer-item') !== null,
      );
    },
  ],
  [
    'a name is inspected',
    async (lab) => {
      await lab.write(OPTIONS, 'Math.floor');
      await lab.page.keyboard.press('Shift+Tab');
      await lab.page.locator('.jp-Tooltip').waitFor();
    },
  ],
]) {
  labTest(`the status bar says Busy while ${what} in another cell`, async (visit) => {
    const lab = await measuring(visit);
    await lab.noteStatuses();
    await act(lab);
    step(visit, 1);
    await shows(lab, '1/4 (25 %)');
    assert.equal((await lab.statuses()).includes('idle'), false, (await lab.statuses()).join());
    assert.match(await statusBar(lab).textContent(), /Busy/);
    await lab.page.keyboard.press('Escape');
    await ends(visit, lab);
    assert.match(await statusBar(lab).textContent(), /Idle/);
  });
}

labTest('a page that is loaded again shows the running cell, and its progress goes on', async (visit) => {
  const lab = await measuring(visit);
  step(visit, 1);
  await shows(lab, '1/4 (25 %)');
  await lab.reload('busy');
  await shows(lab, 'it has begun');
  await shows(lab, '1/4 (25 %)');
  assert.match(await lab.cell(LAST).locator('.jp-InputPrompt').textContent(), /\[\*\]/);
  assert.match(await statusBar(lab).textContent(), /Busy/);
  step(visit, 2);
  await shows(lab, '2/4 (50 %)');
  await lab.reload('busy');
  await shows(lab, '2/4 (50 %)');
  await ends(visit, lab);
});

labTest('a notebook that is closed and opened again shows the running cell too', async (visit) => {
  const lab = await measuring(visit);
  await lab.page.evaluate(async (place) => {
    const { commands, shell } = window.jupyterapp;
    await shell.currentWidget.context.save();
    shell.currentWidget.close();
    await commands.execute('docmanager:open', { path: place });
  }, `${visit.place}/figures.ipynb`);
  await lab.kernelIs('busy');
  await shows(lab, '0/4 (0 %)');
  step(visit, 1);
  await shows(lab, '1/4 (25 %)');
  await ends(visit, lab);
});

labTest('a second page shows the running cell beside the first', async (visit) => {
  const first = await measuring(visit);
  const second = await visit.openNotebook('figures.ipynb', visit.server, 'busy');
  await shows(second, '0/4 (0 %)');
  step(visit, 1);
  for (const lab of [first, second]) await shows(lab, '1/4 (25 %)');
  await ends(visit, first);
  await ends(visit, second);
});

labTest('a page that is loaded again when the cell has ended shows what was saved', async (visit) => {
  const lab = await measuring(visit);
  await ends(visit, lab);
  await lab.save();
  await lab.reload('idle');
  await shows(lab, 'the result');
  await lab.write(LAST, "'runs again'");
  await lab.run(LAST);
  await shows(lab, 'runs again');
});

labTest(
  'a cell that fails or is interrupted after the page was loaded again shows its error',
  async (visit) => {
    const lab = await measuring(visit);
    await lab.reload('busy');
    await shows(lab, '0/4 (0 %)');
    await lab.menu('Kernel', 'Interrupt Kernel');
    await lab.kernelIs('idle');
    await shows(lab, 'KeyboardInterrupt');
    assert.match(await lab.cell(LAST).locator('.jp-InputPrompt').textContent(), /\[\d+\]/);
  },
);
