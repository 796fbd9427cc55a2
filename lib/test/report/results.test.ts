import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GateRecord } from '../../src/bench';
import { results } from '../../src/report';
import type { Section } from '../../src/study';

const RUN = { id: 'this', quick: false, options: {} };
const gate = (ok: boolean): GateRecord => ({
  all_ok: ok,
  combos: 1,
  combos_never_traded: 0,
  sessions: 0,
  sessions_never_traded: 0,
  references: ['golden'],
  variants: [
    {
      architecture: 'x',
      sweeps: 1,
      rows: 1,
      of: 'combos',
      never_traded: 0,
      without_pnl: 0,
      row_levels: [0],
      bit_equal: ok,
      max_abs_pnl_difference: 0,
      first_difference: null,
      ok,
    },
  ],
});
const section = (name: string, id: string, own: GateRecord | null): [string, Section] => [
  name,
  {
    name,
    run: { ...RUN, id, started: '', seconds: 1 },
    machine: {},
    noise: null,
    gate: own,
    rows: [],
    facts: {},
    gaps: [],
  } as unknown as Section,
];

test('all_ok is over the gates of all sections', () => {
  const good = results(RUN, new Map([section('a', 'this', gate(true)), section('b', 'this', null)]));
  assert.equal(good.gate.all_ok, true);
  assert.equal(good.gate.variants.length, 1);
  const bad = results(RUN, new Map([section('a', 'this', gate(true)), section('b', 'this', gate(false))]));
  assert.equal(bad.gate.all_ok, false);
});

test('no gate at all is not a passed one', () => {
  assert.equal(results(RUN, new Map()).gate.all_ok, false);
  assert.equal(results(RUN, new Map([section('a', 'this', null)])).gate.all_ok, false);
});

test('a section of another run is told', () => {
  const mixed = results(RUN, new Map([section('a', 'this', gate(true)), section('b', 'other', null)]));
  assert.deepEqual(mixed.warnings, ['measured by another run than the rest: b']);
});

test('a section that was stopped before its end is told', () => {
  const [name, stopped] = section('b', 'this', null);
  stopped.run.partial = { unit: 'starts', asked: 5, done: 2, why: 'the cell was interrupted' };
  const { warnings, sections } = results(RUN, new Map([section('a', 'this', gate(true)), [name, stopped]]));
  assert.deepEqual(warnings, ['b is partial: stopped after 2 of 5 starts: the cell was interrupted']);
  assert.deepEqual(sections.b.run.partial, stopped.run.partial);
  assert.equal(sections.a.run.partial, undefined);
});

test('a section without a record is a gap, never a silent hole', () => {
  const { gaps } = results(RUN, new Map([section('architectures', 'this', gate(true))]));
  assert.ok(gaps.some(({ what }) => what === 'experiment'));
  assert.ok(!gaps.some(({ what }) => what === 'architectures'));
});

test('sections stand in the order of their notebooks', () => {
  const mixed = new Map([section('architectures', 'this', gate(true)), section('experiment', 'this', null)]);
  assert.deepEqual(Object.keys(results(RUN, mixed).sections), ['experiment', 'architectures']);
});

test('a run that was stopped says so first, and what it is without', () => {
  const measured = new Map([section('experiment', 'this', gate(true))]);
  const { warnings, gate: own } = results({ ...RUN, stopped: 'SIGINT' }, measured);
  assert.match(
    warnings[0],
    /^this run is partial: stopped by SIGINT, without architectures, .*, loop-attribution$/,
  );
  assert.equal(own.all_ok, true, 'what was measured passed');
  assert.deepEqual(results(RUN, measured).warnings, []);
});
