import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interleaved } from '../../src/bench';

function subjects(names: string[], log: string[]) {
  return names.map((name) => ({
    name,
    async call() {
      log.push(name);
      return log.length;
    },
  }));
}

test('every subject runs once a round, in an order that changes', async () => {
  const log: string[] = [];
  const results = await interleaved(subjects(['a', 'b', 'c'], log), { rounds: 20, seed: 1 });
  const orders = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const order = log.slice(round * 3, round * 3 + 3);
    assert.deepEqual([...order].sort(), ['a', 'b', 'c']);
    orders.add(order.join(''));
  }
  assert.ok(orders.size >= 4, `${orders.size} orders in 20 rounds`);
  assert.deepEqual(
    [...results.values()].map((samples) => samples.length),
    [20, 20, 20],
  );
});

test('a place among the results is a round', async () => {
  const log: string[] = [];
  const results = await interleaved(subjects(['a', 'b'], log), { rounds: 5, seed: 2 });
  for (let round = 0; round < 5; round++) {
    for (const samples of results.values()) assert.equal(Math.ceil(samples[round] / 2), round + 1);
  }
});

test('an aborted signal stops between two calls', async () => {
  const log: string[] = [];
  const controller = new AbortController();
  const stopping = subjects(['a', 'b'], log).map(({ name, call }) => ({
    name,
    async call() {
      if (log.length === 2) controller.abort(new Error('enough'));
      return call();
    },
  }));
  await assert.rejects(
    interleaved(stopping, { rounds: 10, seed: 1, signal: controller.signal }),
    (error: Error & { code?: string }) =>
      error.code === 'CANCELLED' && (error.cause as Error).message === 'enough',
  );
  assert.equal(log.length, 3);
});

test('rounds that are no count, and two subjects of one name, are refused', async () => {
  const subject = { name: 'a', call: async () => 1 };
  await assert.rejects(interleaved([subject], { rounds: NaN, seed: 1 }), /option rounds: got NaN/);
  await assert.rejects(interleaved([subject, subject], { rounds: 1, seed: 1 }), /a name of its own for each/);
});
