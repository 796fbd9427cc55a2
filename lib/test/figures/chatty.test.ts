import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chattyByLength, chattyCumulative } from '../../src/figures';
import type { ChattyRow, Section, Way } from '../../src/study';

const row = (way: Way, length: number | null, us: number, boundary: number): ChattyRow =>
  ({
    way,
    length,
    calls: length === null && way !== 'batch' ? 2 : 1,
    measured: { median: us },
    compute_us: us - boundary,
    boundary_us: boundary,
  }) as ChattyRow;

const section = {
  rows: [
    row('batch', null, 3e6, 2e3),
    row('resending', null, 3e6, 4e3),
    row('resending', 6, 1e6, 1e3),
    row('resending', 8, 2e6, 3e3),
    row('stateful', null, 3e6, 40),
    row('stateful', 6, 1e6, 20),
    row('stateful', 8, 2e6, 20),
  ],
  facts: { naive_per_crossing: { value: 500 } },
} as unknown as Section<ChattyRow>;

type Trace = { name: string; x: number[]; y: number[]; yaxis?: string };
const traces = (figure: { data: object[] }): Trace[] => figure.data as Trace[];

test('time adds up call by call, all of it above and the boundary below', () => {
  const found = traces(chattyCumulative(section));
  const [all, boundary] = found.filter((trace) => trace.name === 'per combo, series sent again');
  assert.deepEqual(
    [all.x, all.y],
    [
      [1, 2],
      [1, 3],
    ],
  );
  assert.deepEqual([boundary.y, boundary.yaxis], [[1, 4], 'y2']);
  assert.deepEqual(found.find((trace) => trace.name === 'one call')!.y, [3, 3]);
  assert.deepEqual(found.find((trace) => /half an echo/.test(trace.name))!.y, [0.5, 1]);
});

test('a section of one call alone has no prediction to draw', () => {
  const found = traces(chattyCumulative({ ...section, rows: section.rows.slice(0, 1), facts: {} }));
  assert.deepEqual([...new Set(found.map((trace) => trace.name))], ['one call']);
});

test('kernel and boundary are drawn against the length, in milliseconds', () => {
  const [kernel, resending, stateful] = traces(chattyByLength(section));
  assert.deepEqual(
    [kernel.x, kernel.y],
    [
      [6, 8],
      [999, 1_997],
    ],
  );
  assert.deepEqual(resending.y, [1, 3]);
  assert.deepEqual(stateful.y, [0.02, 0.02]);
});
