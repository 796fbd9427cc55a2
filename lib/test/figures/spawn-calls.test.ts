import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnCalls } from '../../src/figures';
import type { Section, SpawnRow } from '../../src/study';

const launch = (subject: SpawnRow['subject'], us: number) => ({
  kind: 'launch',
  subject,
  measured: { median: us },
});

const section = {
  rows: [
    launch('engine', 2_000),
    launch('python_numpy', 200_000),
    { kind: 'job', subject: 'running', measured: { median: 2.1e6 } },
  ],
  facts: { job: { value: 2e6 } },
} as unknown as Section<SpawnRow>;

type Trace = { name: string; x: number[]; y: number[] };
const traces = (figure: { data: object[] }): Trace[] => figure.data as Trace[];

test('each program is a line in proportion to its calls, crossing the job where it costs as much', () => {
  const found = traces(spawnCalls(section));
  const [engine] = found;
  assert.equal(engine.name, 'the engine, static: 2 ms');
  assert.equal(engine.y[0], 0.002);
  assert.ok(Math.abs(engine.y[1] - 0.002 * engine.x[1]) < 1e-9);
  const crossings = found.at(-1)!;
  assert.deepEqual(crossings.x.map(Math.round), [1_000, 10, 83]);
  assert.deepEqual(crossings.y, [2, 2, 2]);
  assert.ok(found.some((trace) => trace.name === 'the article: 24 ms'));
});

test('the census reaches as far as it is told, and no further than makes sense', () => {
  const text = JSON.stringify(spawnCalls(section, { symbols: 5_000 }).layout);
  assert.match(text, /up to 5,000/);
  assert.throws(() => spawnCalls(section, { symbols: 0 }), {
    code: 'OPTION',
    message: 'option symbols: got 0, expected an integer from 1 to 1000000',
  });
});
