import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { holdAlone } from '../../src/report/hold-alone';

const folder = mkdtempSync(path.join(tmpdir(), 'ipc-tax-hold-'));
after(() => rmSync(folder, { recursive: true }));

test('a second run in the same folder is refused while the first goes on', () => {
  const file = path.join(folder, 'deep', 'run.pid');
  const release = holdAlone(file);
  assert.throws(() => holdAlone(file), { code: 'BUSY', message: new RegExp(`process ${process.pid}`) });
  release();
  assert.equal(existsSync(file), false);
  holdAlone(file)();
});

test('what a run that was killed left behind is taken over', () => {
  const file = path.join(folder, 'stale.pid');
  for (const left of ['4194303', 'not a number', '']) {
    writeFileSync(file, left);
    holdAlone(file)();
  }
});
