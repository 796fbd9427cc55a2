import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pin, placementGap, processorList, processors } from '../../../src/study/echo-curve/processors';

test('lists of processors are read as the system writes them', () => {
  assert.deepEqual(processorList('0-3,8\n'), [0, 1, 2, 3, 8]);
  assert.deepEqual(processorList('5'), [5]);
  assert.deepEqual(processorList(''), []);
});

test('the same processor is one, different ones are two, where the machine has them', () => {
  if (placementGap('same') === null) {
    const same = processors('same')!;
    assert.deepEqual(same.client, same.engine);
    assert.equal(same.client.length, 1);
  }
  if (placementGap('different') === null) {
    const different = processors('different')!;
    assert.notDeepEqual(different.client, different.engine);
  }
  assert.equal(placementGap('unpinned'), null);
});

test('a processor that there is none of is named', async () => {
  if (placementGap('same') !== null) return;
  const message = /can't move process \d+ to processor 4095: /;
  await assert.rejects(pin(process.pid, [4_095]), { code: 'PIN', message });
});
