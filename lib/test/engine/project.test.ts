import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../src/engine';
import { EngineStartError } from '../../src/errors';

test('the project’s folder, from wherever the library was compiled to', () => {
  const root = projectRoot();
  assert(existsSync(join(root, 'engine-rs')) && existsSync(join(root, 'lib', 'src', 'engine')));
  assert.equal(projectRoot(join(root, 'lib', 'src')), root);
});

test('outside of any', () => {
  assert.throws(
    () => projectRoot('/'),
    (error) => {
      assert(error instanceof EngineStartError);
      assert.match(error.message, /no folder above \/ holds engine-rs and package.json/);
      return true;
    },
  );
});
