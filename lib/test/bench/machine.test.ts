import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confinement, machine } from '../../src/bench';
import { projectRoot } from '../../src/engine';

test('the machine is recorded as far as it can be read', async () => {
  const found = await machine(process.cwd());
  assert.ok(found.cores >= 1);
  assert.ok(found.memoryBytes > 0);
  assert.equal(found.versions.node, process.version);
  assert.equal(found.load.length, 3);
  assert.deepEqual(JSON.parse(JSON.stringify(found)), found);
});

test('a folder outside of git has no revision', async () => {
  assert.equal((await machine('/')).revision, null);
});

test('the versions of Python and numba are those of the project’s own environment, null without one', async () => {
  const { versions } = await machine(projectRoot());
  assert.match(versions.python ?? '', /^3\.\d+\.\d+/);
  assert.match(versions.numba ?? '', /^\d+\.\d+/);
  const { versions: none } = await machine('/');
  assert.deepEqual([none.python, none.numba], [null, null]);
});

for (const [cores, allowed, quota, words] of [
  [2, [0, 1], null, null],
  [2, [0], null, 'processor 0 only, of 2'],
  [8, [0, 1, 2, 5], null, 'processors 0-2,5 only, of 8'],
  [2, [0, 1], 1.5, "1.5 processors' time, by its control group"],
  [4, [1], 0.5, "processor 1 only, of 4, and 0.5 processors' time, by its control group"],
  [2, null, null, null],
  [2, [0, 1], 2, null],
] as const) {
  test(`what a process is kept to: ${cores} processors, ${JSON.stringify(allowed)} allowed, quota ${quota}`, () => {
    assert.equal(confinement({ cores, allowed: allowed && [...allowed], quota }), words);
  });
}
