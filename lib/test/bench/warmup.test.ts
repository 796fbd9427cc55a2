import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warmUp } from '../../src/bench';

const spin = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('warming up ends once the calls agree, with the cold one apart', async () => {
  let call = 0;
  const found = await warmUp(() => spin(call++ === 0 ? 30 : 3), { tolerance: 5 });
  assert.equal(found.steady, true);
  assert.ok(found.calls >= 3);
  assert.ok(found.coldUs >= 30_000);
});

test('warming up gives up after `most` calls', async () => {
  let call = 0;
  const found = await warmUp(() => spin(call++ % 2 === 0 ? 1 : 6), { tolerance: 0, most: 5 });
  assert.deepEqual([found.calls, found.steady], [5, false]);
});
