import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { labFixture } from './fixture.mjs';
import { copyNotebooks, jupyterEnvironment, PROJECT, PYTHON } from './lab-server.mjs';
import { drawnPixels, hoverLabel } from './pixels.mjs';

const FIGURES = 4;
const READERS = {
  'a desktop': { viewport: { width: 1280, height: 900 } },
  'a phone': { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

const labTest = labFixture('export', (folder) => copyNotebooks(folder, 'figures.ipynb'));
const python = (args, env) => promisify(execFile)(PYTHON, args, { env, timeout: 180_000 });

/** Opens a page from the disk with the network off, and looks at everything in it as a reader of that kind would. */
async function read(visit, file, kind) {
  const address = pathToFileURL(file).href;
  const page = await visit.newPage([address], READERS[kind]);
  await page.context().setOffline(true);
  await page.goto(address);
  const figures = page.locator('.jp-RenderedPlotly');
  assert.equal(await figures.count(), FIGURES);
  for (let k = 0; k < FIGURES; k++) {
    const figure = figures.nth(k);
    await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await figure.locator('.nsewdrag').first().waitFor();
    await drawnPixels(figure);
    assert.notEqual(
      await hoverLabel(figure, READERS[kind].hasTouch),
      '',
      `figure ${k + 1} answers the pointer`,
    );
  }
  const maths = page.locator('.jp-MarkdownCell').first();
  assert.ok(!(await maths.textContent()).includes('$'), 'no maths is left as its source');
  const formula = await maths.locator('math').first().boundingBox();
  assert.ok(formula.width > 30 && formula.height > 8, 'the formula is drawn');
  await page.locator('.jp-OutputArea').getByText('the last cell has run').waitFor();
  const { content, window } = await page.evaluate(() => ({
    content: document.scrollingElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  assert.ok(content <= window, `the page is ${content} px wide on ${kind} of ${window}`);
  return page;
}

/** What a page consists of, whatever the run: its cells, prompts and outputs in order, and its figures' titles. */
const structure = (page) =>
  page.evaluate(() => ({
    title: document.title,
    cells: Array.from(document.querySelectorAll('.jp-Cell'), (cell) => ({
      kind: cell.classList.contains('jp-CodeCell') ? 'code' : 'markdown',
      prompt: cell.querySelector('.jp-InputPrompt')?.textContent.trim(),
      text: cell.querySelector('.jp-InputArea-editor, .jp-MarkdownOutput')?.textContent,
      outputs: Array.from(cell.querySelectorAll('.jp-OutputArea-output'), (output) => ({
        type: output.dataset.mimeType,
        title: output.querySelector('.gtitle')?.textContent,
      })),
    })),
    scripts: Array.from(document.scripts, (script) => [
      script.type,
      script.src,
      script.type ? 0 : script.text.length,
    ]),
    styles: document.styleSheets.length,
  }));

/** Fails with the first line that differs. */
function assertSamePage(one, other) {
  const [lines, others] = [one, other].map((file) => readFileSync(file, 'utf8').split('\n'));
  const at = lines.findIndex((line, k) => line !== others[k]);
  if (at >= 0) {
    assert.fail(`line ${at + 1} differs:\n${lines[at].slice(0, 400)}\n${others[at]?.slice(0, 400)}`);
  }
  assert.equal(lines.length, others.length);
}

labTest('the menu, nbconvert and the headless run give one page, alive offline', async (visit) => {
  const lab = await visit.openNotebook('figures.ipynb');
  await lab.runAll();
  assert.deepEqual(await lab.errors(), []);
  await lab.save();
  const pageIn = (folder) => path.join(visit.folder, folder, 'figures.html');
  await lab.exportHtml(pageIn('menu'), false);
  await lab.exportHtml(pageIn('menu-sanitized'), true);
  await lab.page.close();

  const notebook = path.join(visit.folder, 'figures.ipynb');
  const environment = jupyterEnvironment(path.join(visit.folder, 'home'));
  await python(
    ['-m', 'nbconvert', '--to', 'html', '--output-dir', path.join(visit.folder, 'nbconvert'), notebook],
    environment,
  );
  const execute = path.join(PROJECT, 'environment', 'jupyter', 'execute.py');
  await python([execute, '--out', path.join(visit.folder, 'headless'), notebook], environment);

  assertSamePage(pageIn('menu'), pageIn('nbconvert'));
  const pages = [
    await read(visit, pageIn('menu'), 'a desktop'),
    await read(visit, pageIn('menu'), 'a phone'),
    await read(visit, pageIn('headless'), 'a desktop'),
    await read(visit, pageIn('menu-sanitized'), 'a desktop'),
  ];
  const [expected, ...others] = await Promise.all(pages.map(structure));
  const titles = expected.cells.flatMap(({ outputs }) => outputs.flatMap(({ title }) => title ?? []));
  assert.equal(titles.length, FIGURES);
  for (const page of others) assert.deepEqual(page, expected);
});
