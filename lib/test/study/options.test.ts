import assert from 'node:assert/strict';
import { test } from 'node:test';
import { architectureNames, architectures, experiment } from '../../src/study';
import { checked } from '../../src/study/architectures/options';

test('the defaults are ten runs over five starts of seven architectures', () => {
  const found = checked({ quick: false });
  assert.deepEqual([found.runs, found.starts, found.architectures.length], [10, 5, 7]);
});

test('a quick run makes two runs at most, whatever the cell says', () => {
  const found = checked({ quick: true, runs: 10, starts: 5 });
  assert.deepEqual([found.runs, found.starts], [2, 2]);
});

for (const [options, message] of [
  [{ runs: 0 }, 'option runs: got 0, expected an integer from 1 to 1000'],
  [{ runs: 2.5 }, 'option runs: got 2.5, expected an integer from 1 to 1000'],
  [
    { runs: 2, starts: 3 },
    'option starts: got 3, expected an integer from 1 to 2, as there are no more runs',
  ],
  [{ architectures: [] }, 'option architectures: got [], expected a list of at least one name'],
  [
    { architectures: ['rust_batch_unix', 'rust_batch_unix'] },
    'option architectures: got "rust_batch_unix", expected each name once',
  ],
  [
    { architectures: ['rust'] },
    `option architectures: got "rust", expected one of ${architectureNames().join(', ')}`,
  ],
  [{ round: 3 }, /option round: got 3, expected no such option; known are .*runs/],
  [{ quick: 'yes' }, 'option quick: got "yes", expected true or false'],
  [{ seed: 5.5 }, /option seed: got 5.5/],
  [[], /option options: got \[\], expected an object with any of/],
  [null, /option options: got null/],
] as const) {
  test(`an option out of range is refused before anything is started: ${JSON.stringify(options)}`, async () => {
    const matches = typeof message === 'string' ? { code: 'OPTION', message } : { code: 'OPTION', message };
    await assert.rejects(architectures.run(options as never), matches);
  });
}

test('the experiment refuses an option it does not know', async () => {
  for (const options of [{ runs: 3 }, { quick: 1 }, { bars: -1 }, null, 5]) {
    await assert.rejects(experiment.run(options as never), { code: 'OPTION' });
  }
});
