import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latencyTail, parityDrift } from '../../src/figures';
import type { BreakEvenRow, ParityRow, Section } from '../../src/study';

const samples = Array.from({ length: 10_000 }, (_, i) => i + 1);
const measured = { n: samples.length, samples };

const session = {
  kernel: 'rust_live_unix',
  pacing: 'closed',
  title: 'live session, closed loop',
  measured,
  first_divergent_bar: null,
  drift: { bar: [0, 9, 99], difference: [0, 0, 0] },
};
const fault = {
  kernel: 'fee-left-out',
  pacing: null,
  title: 'fee left out',
  measured: null,
  first_divergent_bar: 9,
  expected: { side: 1, trades: 1, pnl: -0.06 },
  actual: { side: 1, trades: 1, pnl: 0.03 },
  drift: { bar: [0, 9, 99], difference: [0, 0.09, 0.9] },
};
const paced = {
  ...session,
  pacing: 'paced',
  drift: null,
  measured: { n: 15, samples: samples.slice(0, 15) },
};
const section = { name: 'parity', rows: [session, paced, fault] } as unknown as Section<ParityRow>;

type Trace = { name: string; x: number[]; y: number[]; yaxis: string; text?: string[] };

test('the session is a flat zero, a fault leaves it, and its first divergent bar is marked', () => {
  const [flat, wrong, cross, ...rest] = parityDrift(section).data as Trace[];
  assert.deepEqual([flat.yaxis, wrong.yaxis, cross.yaxis, rest.length], ['y', 'y2', 'y2', 0]);
  assert.deepEqual(flat.y, [0, 0, 0]);
  assert.deepEqual(wrong.x, [1, 10, 100], 'bars seen, so that the first has a place on a log axis');
  assert.deepEqual(cross.x, [10]);
  assert.ok(Math.abs(cross.y[0] - 0.09) < 1e-12);
  assert.match(cross.text![0], /bar 9: side 1, 1 trades, -0\.06 %<br>here: side 1, 1 trades, 0\.03 %/);
});

test('each panel says what it is and from which bar it differs', () => {
  const { annotations } = parityDrift(section).layout as { annotations: { text: string }[] };
  assert.deepEqual(
    annotations.map(({ text }) => text),
    ['<b>live session, closed loop</b>: no bar differs', '<b>fee left out</b>: from bar 9'],
  );
});

test('a tail is drawn while ten samples lie beyond it, and not at all from too few', () => {
  const lines = latencyTail(section).data as Trace[];
  assert.deepEqual(
    lines.map(({ name }) => name),
    ['Unix, closed loop'],
  );
  const { x, y, text } = lines[0];
  assert.equal(x[0], 1);
  assert.ok(Math.abs(x.at(-1)! - 1_000) < 1e-6);
  assert.ok(Math.abs(y.at(-1)! - 9_990) < 2);
  assert.equal(text!.at(-1), 'p99.9');
});

test('of break-even rows the tail shows bars, over each transport', () => {
  const row = (granularity: string, transport: string, pacing = 'closed') => ({
    granularity,
    transport,
    pacing,
    measured,
  });
  const rows = [row('echo', 'unix'), row('bar', 'unix'), row('bar', 'tcp', 'paced'), row('sweep', 'unix')];
  const lines = latencyTail({ name: 'break-even', rows } as unknown as Section<BreakEvenRow>).data as Trace[];
  assert.deepEqual(
    lines.map(({ name }) => name),
    ['Unix, closed loop', 'TCP, paced, from the intended time'],
  );
});
