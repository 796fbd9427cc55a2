import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { assertSound } from '../figures/drawn-sections';
import { faultsOf, runCells } from './in-process';
import { type Notebook, notebooks, withOptions } from './tries';

const SERIES = 'bars: gbm({ bars: 12_000 })';
// for notebooks that import no gbm
const COUNT = 'bars: 12_000';
const LENGTHS = 'lengths: [6, 12, 50, 100]';

/** What makes each notebook short: options in the place of its own, and what is tried in the place of both. */
const SHORT: Record<string, string[]> = {
  '00': ['bars: 2_000'],
  '01': [SERIES, LENGTHS],
  '02': [SERIES, LENGTHS, 'runs: 2', 'starts: 1'],
  '03': ['floats: [1, 1_000, 20_000]', 'blockMs: 2'],
  '04': [SERIES, LENGTHS],
  '05': [COUNT, LENGTHS],
  '06': [COUNT, LENGTHS],
  '07': [SERIES, LENGTHS, 'ticks: 2_000', 'pacedTicks: 100', 'pace: 10_000', 'echoes: 200'],
  '08': [COUNT, LENGTHS],
  '09': [COUNT, LENGTHS],
  '10': [SERIES, 'pacedTicks: 200', 'pace: 10_000'],
  '11': [SERIES, LENGTHS, 'traced: 2'],
  '12': [
    SERIES,
    LENGTHS,
    "transports: ['unix', 'shared-memory']",
    'floats: [1, 150_000]',
    'ticksMs: 20',
    'idleMs: 10',
    'blockMs: 1',
  ],
};

/** Notebook 11 measures a second time, with options of its own. */
const LOOPS = 'starts: 5, rounds: 3';
const SHORT_LOOPS = "builds: ['engine'], bars: 2_000, length: 20";

/** A notebook's cells, short, with some options in the place of its own. */
const cellsWith = ({ name, cells }: Notebook, options: readonly string[]): string[] =>
  withOptions(withOptions(cells, SHORT[name.slice(0, 2)]), options).map((cell) =>
    cell.replace(LOOPS, SHORT_LOOPS),
  );

const told = notebooks();
const inCells = ({ tries }: Notebook): string[] => tries.flatMap(({ cell }) => cell ?? []);

let records: string;

before(() => {
  records = mkdtempSync(path.join(tmpdir(), 'ipc-tax-tries-'));
  process.env.IPC_TAX_RESULTS = records;
  process.env.IPC_TAX_QUICK = '1';
});

after(() => {
  delete process.env.IPC_TAX_RESULTS;
  delete process.env.IPC_TAX_QUICK;
  rmSync(records, { recursive: true, force: true });
});

const WATCHDOG = { timeout: 300_000 };

test('what the notebooks tell to try is found, and compiles among their cells', () => {
  assert.ok(told.length >= 13);
  assert.ok(told.reduce((sum, { tries }) => sum + tries.length, 0) >= 40);
  const texts = new Map<string, string[]>();
  for (const notebook of told) {
    const stem = notebook.name.replace('.ipynb', '');
    texts.set(stem, [...notebook.cells, ...inCells(notebook)]);
    notebook.tries.forEach(({ options }, i) => {
      if (options) texts.set(`${stem}, try ${i}`, withOptions(notebook.cells, options));
    });
  }
  assert.deepEqual(faultsOf(texts), []);
});

for (const notebook of told.filter((each) => inCells(each).length > 0)) {
  test(`${notebook.name}: what it tells to try in a new cell`, WATCHDOG, async () => {
    const cells = cellsWith(notebook, []);
    const added = inCells(notebook);
    const shown = await runCells([...cells, ...added]);
    assert.ok(shown.flatMap(({ figures }) => figures).length > 0);
    added.forEach((cell, i) => {
      const { count, figures } = shown[cells.length + i];
      assert.ok(count > 0, `it shows something: ${cell}`);
      for (const figure of figures)
        assert.ok(assertSound(figure, cell) > 0, `its figure draws something: ${cell}`);
    });
  });
}

for (const notebook of told) {
  for (const { options, text } of notebook.tries) {
    if (options === null) continue;
    test(`${notebook.name}: ${text.slice(2)}`, WATCHDOG, async () => {
      const shown = await runCells(cellsWith(notebook, options));
      const points = shown.flatMap(({ figures }) => figures).map((figure) => assertSound(figure, text));
      assert.ok(points.length > 0 && points.some((each) => each > 0), 'a figure draws something');
    });
  }
}
