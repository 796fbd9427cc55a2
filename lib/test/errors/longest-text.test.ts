import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { LONGEST_TEXT, WriteError } from '../../src/errors';
import { exportHtml } from '../../src/notebook/export';
import { record, type Section } from '../../src/study';

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'longest-text-'));
  process.env.IPC_TAX_RESULTS = path.join(folder, 'results');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Fails as V8 does when a text grows beyond what it can hold. */
const endless = {
  toJSON: () => 'a'.repeat(LONGEST_TEXT + 1),
};

const tooLong = (file: string) => (error: unknown) => {
  assert(error instanceof WriteError, `${error}`);
  assert.equal(error.path, file);
  assert.equal((error.cause as Error).name, 'RangeError');
  assert.match(error.message, new RegExp(`its text takes more than ${LONGEST_TEXT} characters`));
  return true;
};

test('a record too long for a text names its file, and nothing is written', () => {
  const section = { name: 'echo-curve', run: {}, rows: [endless] } as unknown as Section;
  assert.throws(() => record(section), tooLong(path.join(folder, 'results', 'echo-curve.json')));
  assert(!existsSync(path.join(folder, 'results')));
});

test('so does a page', () => {
  const file = path.join(folder, 'figure.html');
  const layout = {
    get title() {
      return { text: 'a'.repeat(LONGEST_TEXT + 1) };
    },
  };
  const figure = { data: [{ type: 'scatter', y: [1, 2] }], layout };
  assert.throws(() => exportHtml(figure as never, file, { title: 'one', alt: 'two' }), tooLong(file));
  assert(!existsSync(file));
});

test('another fault on the way is told as it is', () => {
  const failing = {
    toJSON() {
      throw new RangeError('Invalid array length');
    },
  };
  const section = { name: 'echo-curve', run: {}, rows: [failing] } as unknown as Section;
  assert.throws(() => record(section), { name: 'RangeError', message: 'Invalid array length' });
});
