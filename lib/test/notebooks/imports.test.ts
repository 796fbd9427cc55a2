import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import * as library from '../../src';
import { projectRoot } from '../../src/project';
import { notebooks } from './tries';

/** Names of the library that code calls, also in its comments, and does not import. */
function missing(code: string): string[] {
  const imported = [...code.matchAll(/import \{([^}]*)\} from 'ipc-tax'/g)].flatMap(([, names]) =>
    names.split(',').map((name) => name.trim()),
  );
  const called = [...code.matchAll(/(?<![.\w])(\w+)\(/g)].map(([, name]) => name);
  return [...new Set(called)].filter((name) => name in library && !imported.includes(name));
}

test('what is missing from an import is found', () => {
  assert.deepEqual(missing("import { gbm } from 'ipc-tax';\ngbm(); // or fromCsv('x'), or a.show()"), [
    'fromCsv',
  ]);
});

for (const { name, cells } of notebooks()) {
  test(`what a comment offers in place of an option is imported: ${name}`, () => {
    assert.deepEqual(missing(cells.join('\n')), []);
  });
}

test("what a comment offers is imported in README's cells", () => {
  const readme = readFileSync(path.join(projectRoot(), 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  assert.ok(blocks.length > 0);
  for (const block of blocks) if (block.includes("from 'ipc-tax'")) assert.deepEqual(missing(block), []);
});
