import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ECHO_CLIENT_NAMES, echoCurve } from '../../../src/study';
import { checked } from '../../../src/study/echo-curve/options';

test('the defaults are eight sizes, five clients, two transports, three placements, five starts', () => {
  const { floats, clients, transports, placements, starts, rounds } = checked({ quick: false });
  assert.deepEqual(
    [floats.length, clients.length, transports.length, placements.length, starts, rounds],
    [8, 5, 2, 3, 5, 2],
  );
});

test('sizes are put in order, and a quick run keeps those asked for that it knows', () => {
  assert.deepEqual(checked({ floats: [9, 1], quick: false }).floats, [1, 9]);
  assert.deepEqual(checked({ floats: [150_000, 500, 1], quick: true }).floats, [1, 150_000]);
  assert.deepEqual(checked({ floats: [7, 70], quick: true }).floats, [7, 70]);
  assert.deepEqual(checked({ floats: [1, 10_000_000], quick: false }).floats, [1, 10_000_000]);
});

for (const [options, message] of [
  [{ floats: [1] }, 'option floats: got [1], expected a list of at least 2'],
  [{ floats: [0, 1] }, 'option floats: got 0, expected an integer from 1 to 10000000'],
  [{ floats: [1, 10_000_001] }, 'option floats: got 10000001, expected an integer from 1 to 10000000'],
  [{ floats: [1, 1] }, 'option floats: got 1, expected each once'],
  [{ floats: 5 }, 'option floats: got 5, expected a list of at least 2'],
  [{ transports: ['pipe'] }, 'option transports: got "pipe", expected one of unix, tcp'],
  [{ transports: [] }, 'option transports: got [], expected a list of at least one'],
  [{ clients: ['go'] }, `option clients: got "go", expected one of ${ECHO_CLIENT_NAMES.join(', ')}`],
  [{ placements: ['near'] }, 'option placements: got "near", expected one of same, different, unpinned'],
  [{ starts: 0 }, 'option starts: got 0, expected an integer from 1 to 100'],
  [{ rounds: 101 }, 'option rounds: got 101, expected an integer from 1 to 100'],
  [{ blockMs: 0.5 }, 'option blockMs: got 0.5, expected an integer from 1 to 10000'],
  [{ seed: -1 }, 'option seed: got -1, expected an integer from 0 to 4294967295'],
  [{ size: 1 }, /option size: got 1, expected no such option; known are floats/],
  [{ quick: 'yes' }, /^option quick: got "yes", expected/],
] as const) {
  test(`an option out of range is refused before anything is started: ${JSON.stringify(options)}`, async () => {
    const matches = typeof message === 'string' ? { code: 'OPTION', message } : { code: 'OPTION', message };
    await assert.rejects(echoCurve.run(options as never), matches);
  });
}
