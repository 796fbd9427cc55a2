import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnCost } from '../../../src/study';
import { checked } from '../../../src/study/spawn-cost/options';

test('the defaults are four programs, three rounds of launches and one of the job in five starts', () => {
  const found = checked({ quick: false });
  assert.deepEqual(
    [found.programs.length, found.launches, found.rounds, found.starts, found.symbols],
    [4, 3, 1, 5, 500],
  );
});

test('a quick run is one start of sixteen lengths; the engine is always among the programs', () => {
  const found = checked({ quick: true, programs: ['node'], starts: 7 });
  assert.deepEqual([found.starts, found.launches, found.workload.lengths.length], [1, 2, 16]);
  assert.deepEqual(found.programs, ['engine', 'node']);
});

for (const [options, message] of [
  [{ programs: ['go'] }, 'option programs: got "go", expected one of engine, node, python, python_numpy'],
  [{ programs: 'node' }, 'option programs: got "node", expected a list of programs'],
  [{ launches: 0 }, 'option launches: got 0, expected an integer from 1 to 1000'],
  [{ rounds: 101 }, 'option rounds: got 101, expected an integer from 1 to 100'],
  [{ starts: 0 }, 'option starts: got 0, expected an integer from 1 to 100'],
  [{ symbols: 0 }, 'option symbols: got 0, expected an integer from 1 to 1000000'],
  [{ kernel: 'fast' }, /^option kernel: got "fast", expected one of naive, /],
  [{ seed: -1 }, 'option seed: got -1, expected an integer from 0 to 4294967295'],
  [{ bars: 0 }, /^option bars: got 0/],
  [{ runs: 1 }, /option runs: got 1, expected no such option; known are bars/],
  [{ quick: 'yes' }, /^option quick: got "yes", expected/],
] as const) {
  test(`an option out of range is refused before anything is started: ${JSON.stringify(options)}`, async () => {
    const matches = typeof message === 'string' ? { code: 'OPTION', message } : { code: 'OPTION', message };
    await assert.rejects(spawnCost.run(options as never), matches);
  });
}
