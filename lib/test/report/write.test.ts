import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { notebookFiles, readExecuted } from '../../src/report/notebooks';
import { writeReport } from '../../src/report/write';
import type { Section } from '../../src/study';

const folder = mkdtempSync(path.join(tmpdir(), 'ipc-tax-report-'));
after(() => rmSync(folder, { recursive: true }));

const title = 'Ratios </script><b>&';
const figure = { data: [{ type: 'scatter', x: [1], y: [2] }], layout: { title: { text: title } } };
const cells = [
  { cell_type: 'markdown', source: ['# A heading\n', 'text'] },
  { cell_type: 'code', source: '1', outputs: [{ data: { 'text/plain': '1' } }, { output_type: 'stream' }] },
  {
    cell_type: 'code',
    source: 'show(figure)',
    outputs: [
      {
        data: {
          'application/vnd.plotly.v1+json': figure,
          'image/svg+xml': ['<svg xmlns="http://www.w3.org/2000/svg">', '</svg>'],
        },
      },
    ],
  },
];
const file = path.join(folder, '01-one.ipynb');
writeFileSync(file, JSON.stringify({ cells }));
writeFileSync(path.join(folder, 'notes.ipynb'), '{}');

test('an executed notebook gives its title and figures', () => {
  const notebook = readExecuted(file);
  assert.equal(notebook.title, 'A heading');
  assert.deepEqual(
    notebook.figures.map(({ name, title: of }) => [name, of]),
    [['01-one-1', title]],
  );
});

test('only numbered notebooks are run, in order', () => {
  assert.deepEqual(notebookFiles(folder), [file]);
});

test('a broken notebook is named', () => {
  const broken = path.join(folder, '02-broken.txt');
  writeFileSync(broken, '{');
  assert.throws(() => readExecuted(broken), {
    code: 'NOTEBOOK',
    message: /02-broken\.txt is not an executed notebook/,
  });
});

test('the report has results, an index, and each figure as a page and a picture; titles are escaped', () => {
  rmSync(path.join(folder, 'notes.ipynb'));
  const { text, allOk } = writeReport(folder, { id: 'x', quick: true, options: {} }, new Map());
  assert.equal(allOk, false);
  assert.match(text, /all_ok: false/);
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  assert.match(index, /<img src="figures\/01-one-1\.svg" alt="Ratios &lt;\/script&gt;&lt;b&gt;&amp;"/);
  assert.match(index, /<nav[^>]*>.*<a href="#01-one">A heading<\/a>.*<a href="01-one\.html">/);
  assert.match(index, /<section id="01-one">/);
  assert.match(index, /A quick run/);
  assert.doesNotMatch(index, /(src|href)="https?:/);
  assert.ok(existsSync(path.join(folder, 'figures', '01-one-1.html')));
  assert.ok(existsSync(path.join(folder, 'figures', '01-one-1.svg')));
  assert.equal(JSON.parse(readFileSync(path.join(folder, 'results.json'), 'utf8')).schema, 1);
});

test('the index links to the introduction without its figures, and its titles have no line breaks', () => {
  const cutTitle = { ...figure, layout: { title: { text: 'In two<br>lines' } } };
  const outputs = [{ data: { 'application/vnd.plotly.v1+json': cutTitle, 'image/svg+xml': '<svg/>' } }];
  for (const name of ['00-start', '03-three']) {
    const made = [{ cell_type: 'code', source: '', outputs }];
    writeFileSync(path.join(folder, `${name}.ipynb`), JSON.stringify({ cells: made }));
  }
  writeReport(folder, { id: 'x', quick: true, options: {} }, new Map());
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  assert.match(index, /<a href="00-start\.html">/);
  assert.doesNotMatch(index, /00-start-1\.svg/);
  assert.match(index, /03-three-1\.svg" alt="In two lines"/);
});

test('a partial section is told in the index, in the terminal and by the exit code', () => {
  const run = { id: 'x', quick: false, options: { series: 'mine.csv', bars: 9 } };
  const partial = { unit: 'starts', asked: 5, done: 2, why: 'the cell was <interrupted>' };
  const stopped = {
    name: 'echo-curve',
    run: { ...run, partial },
    gate: null,
    noise: null,
    rows: [],
    facts: {},
    gaps: [],
  };
  const told = (section: object) => writeReport(folder, run, new Map([['echo-curve', section as Section]]));
  const { text, whole } = told(stopped);
  assert.equal(whole, false);
  assert.match(text, /^echo-curve is partial: stopped after 2 of 5 starts: the cell was <interrupted>$/m);
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  assert.match(
    index,
    /<p class="bad">echo-curve is partial: stopped after 2 of 5 starts: the cell was &lt;interrupted&gt;</,
  );
  assert.match(index, /Run x · mine\.csv, 9 bars, in full · /);
  const other = told({ ...stopped, run });
  assert.equal(other.whole, true);
  assert.doesNotMatch(other.text, /partial/);
});
