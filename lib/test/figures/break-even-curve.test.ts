import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakEvenCurve } from '../../src/figures';
import type { Work } from '../../src/model';
import type { BreakEvenRow, Section } from '../../src/study';

const one = (value: number) => ({ median: value, low: null, high: null });

function row(
  granularity: BreakEvenRow['granularity'],
  transport: BreakEvenRow['transport'],
  floor: number,
  work: number | null,
  share: number | null,
  length: number | null = null,
): BreakEvenRow {
  return {
    granularity,
    transport,
    pacing: 'closed',
    length,
    work_us: work === null ? null : one(work),
    floor_us: floor,
    g: work === null ? null : one(work / floor),
    measured_share: share,
  } as BreakEvenRow;
}

const section = {
  name: 'break-even',
  rows: [
    row('echo', 'unix', 20, null, null),
    row('echo', 'tcp', 30, null, null),
    row('bar', 'unix', 20, 0.2, 0.99, 100),
    row('bar', 'tcp', 30, 0.2, 0.995, 100),
    row('combo', 'unix', 20, 2_000, 0.02, 6),
    row('combo', 'unix', 20, 40_000, 0, 200),
    row('sweep', 'unix', 20, 2e6, 1e-4),
  ],
} as unknown as Section<BreakEvenRow>;

type Trace = { name: string; x: number[]; y: number[]; line?: { dash?: string }; text?: string[] };
const traces = (options = {}): Trace[] => breakEvenCurve(section, options).data as Trace[];
const named = (all: Trace[], part: string): Trace => all.find(({ name }) => name.includes(part))!;

test('a curve for each floor: those here solid, those quoted dashed and called so', () => {
  const all = traces();
  for (const [part, floor] of [
    ['Unix socket here', 20],
    ['TCP here', 30],
    ['article', 14.05],
    ['39 ns', 0.039],
  ] as const) {
    const { x, y, name, line } = named(all, part);
    x.forEach((work, i) => {
      assert.ok(Math.abs(y[i] - 100 / (1 + work / floor)) < 1e-9);
    });
    assert.equal(line!.dash === 'dash', name.startsWith('quoted'));
  }
});

test('what was measured stands at its work and its measured share; a share of 0 has no place on a log axis', () => {
  const all = traces();
  assert.deepEqual(named(all, 'one bar').x, [0.2, 0.2]);
  assert.deepEqual(named(all, 'one bar').y, [99, 99.5]);
  assert.deepEqual(named(all, 'one combo').y, [2]);
  assert.deepEqual(named(all, 'one combo').text, ['HMA 6, unix, G 100']);
  assert.deepEqual(named(all, 'whole sweep').text, ['unix, G 100,000']);
});

test('combos are a range over the lengths, not a mean', () => {
  const range = named(traces(), 'combos by the model');
  assert.match(range.name, /G 100 to 2,000/);
  assert.deepEqual([range.x[0], range.x.at(-1)], [2_000, 40_000]);
});

test("the reader's own functions stand on both curves", () => {
  const mine = { name: 'mine', us: 20 } as Work;
  assert.deepEqual(named(traces({ work: mine }), 'mine').y, [50, 60]);
  assert.equal(traces({ work: [mine, { ...mine, name: 'other' }] }).length, traces().length + 2);
});

test('a function that takes no more than an empty one is drawn open, and its name says so', () => {
  const idle = {
    name: 'mine',
    us: 0.003,
    moreThanEmpty: false,
    note: 'no more than an empty function',
  } as Work;
  const own = named(traces({ work: idle }), 'mine');
  const { marker } = own as unknown as { marker: { symbol: string } };
  assert.equal(own.name, 'mine: no more than an empty function');
  assert.equal(marker.symbol, 'star-open');
  assert.deepEqual(own.x, [0.01, 0.01], 'at the end of the axis, not outside of the figure');
  const work = { ...idle, us: 20, moreThanEmpty: true, note: null } as Work;
  assert.equal(named(traces({ work }), 'mine').name, 'mine');
});

test('the share can be drawn linear', () => {
  const axis = breakEvenCurve(section, { share: 'linear' }).layout!.yaxis as { type?: string };
  assert.equal(axis.type, undefined);
});

for (const [options, message] of [
  [{ share: 'square' }, /option share: got "square", expected one of log, linear/],
  [{ work: 5 }, /option work: got 5, expected what measureWork gave/],
  [{ work: [{ us: 'fast' }] }, /option work: got \{"us":"fast"\}/],
  [{ scale: 'log' }, /option scale: got "log", expected no such option/],
] as const) {
  test(`the curve refuses ${JSON.stringify(options)}`, () => {
    assert.throws(() => breakEvenCurve(section, options as never), { code: 'OPTION', message });
  });
}
