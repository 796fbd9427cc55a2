import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine } from '../../src/bench';

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
