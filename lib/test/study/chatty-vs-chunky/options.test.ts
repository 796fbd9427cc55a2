import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chattyVsChunky } from '../../../src/study';
import { checked } from '../../../src/study/chatty-vs-chunky/options';
import { spread } from '../../../src/study/spread';

test('the defaults are a round of four ways in each of five starts', () => {
  const found = checked({ quick: false });
  assert.deepEqual([found.ways.length, found.rounds, found.starts, found.transport], [4, 1, 5, 'unix']);
  assert.equal(found.workload.published, true);
});

test('a quick run takes sixteen lengths, evenly spread, of one start', () => {
  const found = checked({ quick: true, starts: 9, rounds: 9 });
  assert.deepEqual([found.starts, found.rounds, found.workload.lengths.length], [1, 1, 16]);
  assert.equal(found.workload.lengths[0], 6);
  assert.ok(found.workload.lengths[15] > 180);
  assert.deepEqual(spread([1, 2, 3], 5), [1, 2, 3]);
});

for (const [options, message] of [
  [{ ways: ['slow'] }, 'option ways: got "slow", expected one of batch, resending, stateful, pipelined'],
  [{ ways: 'batch' }, 'option ways: got "batch", expected a list of ways'],
  [{ rounds: 0 }, 'option rounds: got 0, expected an integer from 1 to 100'],
  [{ starts: 101 }, 'option starts: got 101, expected an integer from 1 to 100'],
  [{ transport: 'spawn' }, 'option transport: got "spawn", expected one of unix, tcp'],
  [{ kernel: 'fast' }, /^option kernel: got "fast", expected one of naive, /],
  [{ seed: 0.5 }, 'option seed: got 0.5, expected an integer from 0 to 4294967295'],
  [{ bars: 0 }, /^option bars: got 0/],
  [{ lengths: [0] }, /got 0/],
  [{ runs: 1 }, /option runs: got 1, expected no such option; known are bars/],
  [{ quick: 'yes' }, /^option quick: got "yes", expected/],
] as const) {
  test(`an option out of range is refused before anything is started: ${JSON.stringify(options)}`, async () => {
    const matches = typeof message === 'string' ? { code: 'OPTION', message } : { code: 'OPTION', message };
    await assert.rejects(chattyVsChunky.run(options as never), matches);
  });
}
