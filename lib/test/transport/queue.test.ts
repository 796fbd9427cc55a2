import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Queue } from '../../src/transport/queue';

test('first in, first out, however pushes, takes and removals mix', () => {
  const queue = new Queue<number>();
  const model: number[] = [];
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
  for (let i = 0; i < 40_000; i++) {
    // Grows to thousands and drains again.
    const grows = Math.floor(i / 8_000) % 2 === 0;
    const action = random(10);
    if (action < (grows ? 7 : 2)) {
      queue.push(i);
      model.push(i);
    } else if (action < 9) {
      assert.equal(queue.shift(), model.shift());
    } else {
      const item = model[random(model.length + 1)] ?? -1;
      const at = model.indexOf(item);
      if (at >= 0) model.splice(at, 1);
      assert.equal(queue.remove(item), at >= 0);
    }
    assert.equal(queue.length, model.length);
    assert.equal(queue.first(), model[0]);
  }
  assert.deepEqual(queue.takeAll(), model);
  assert.deepEqual([queue.length, queue.first(), queue.shift()], [0, undefined, undefined]);
});
