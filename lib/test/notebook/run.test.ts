import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../src/notebook';

test('what is no section is refused by name', async () => {
  for (const study of ['architectures', undefined, null, {}, { run: 5 }]) {
    await assert.rejects(run(study as never, {}), {
      code: 'OPTION',
      message: /^option study: got .*, expected a section such as architectures/,
    });
  }
});
