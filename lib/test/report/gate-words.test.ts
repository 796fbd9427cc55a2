import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Gate, type GateRecord } from '../../src/bench';
import { headline, results } from '../../src/report';
import { writeReport } from '../../src/report/write';
import type { ArchitectureRow, Section } from '../../src/study';

const folder = mkdtempSync(path.join(tmpdir(), 'ipc-tax-gate-words-'));
after(() => rmSync(folder, { recursive: true }));

const RUN = { id: 'this', quick: false, options: {} };

/** A gate of one variant whose reference has so many trades a row; `came` what it answered. */
function gateOf(trades: readonly number[], came = trades): GateRecord {
  const result = (counts: readonly number[]) => ({
    pnl: Float64Array.from(counts),
    trades: Int32Array.from(counts),
  });
  const gate = new Gate([{ name: 'golden', result: result(trades) }], ['rust_batch_unix']);
  gate.check('rust_batch_unix', result(came));
  return gate.verdict();
}

const section = (name: string, gate: GateRecord | null): [string, Section] => [
  name,
  {
    name,
    run: { ...RUN, started: '', seconds: 1 },
    machine: null,
    noise: null,
    gate,
    rows: [],
    facts: { one: { value: 1, unit: 'us', low: null, high: null, published: null } },
    gaps: [],
  } as unknown as Section,
];

const PASSED = gateOf([0, 3, 2]);
const SILENT = gateOf([0, 0]);
const FAILED = gateOf([0, 3], [0, 4]);

/** What is printed at the end, and the first page. */
function report(...sections: [string, Section][]) {
  const { text, allOk } = writeReport(folder, RUN, new Map(sections));
  return { text, allOk, page: readFileSync(path.join(folder, 'index.html'), 'utf8') };
}

test('"the gate passed" says how many combos never traded, in the terminal and on the page', () => {
  const { text, allOk, page } = report(
    section('chatty-vs-chunky', PASSED),
    section('spawn-cost', gateOf([1])),
  );
  assert.equal(allOk, true);
  assert.match(text, /^1 of 3 combos never traded \(chatty-vs-chunky\)$/m);
  assert.match(text, /^0 of 1 combos never traded \(spawn-cost\)$/m);
  assert.match(text, /the gate passed: .*, all_ok: true$/m);
  assert.match(page, /all_ok: true\..*1 of 3 combos never traded \(chatty-vs-chunky\)/);
});

test('a gate that shows nothing is no pass, and no kernel is said to be wrong', () => {
  const { text, allOk, page } = report(section('chatty-vs-chunky', SILENT), section('spawn-cost', PASSED));
  assert.equal(allOk, false);
  for (const said of [text, page]) {
    assert.match(
      said,
      /THE GATE SHOWS NOTHING, no time counts yet: nothing trades in chatty-vs-chunky; take a longer series or shorter lengths/,
    );
    assert.match(said, /none of the 2 combos trades on these bars/);
    assert.doesNotMatch(said, /FAILED|variant differs/);
  }
  assert.match(text, /all_ok: false$/m);
  assert.match(page, /The gate shows nothing: no time here counts/);
});

test('a gate that failed says where and in which row, also beside one that shows nothing', () => {
  const { text, page } = report(section('chatty-vs-chunky', SILENT), section('spawn-cost', FAILED));
  for (const said of [text, page]) {
    assert.match(said, /THE GATE FAILED, no time counts there: spawn-cost/);
    assert.match(said, /spawn-cost: rust_batch_unix: row 1: 3 trades expected, 4 came/);
    assert.match(said, /chatty-vs-chunky: THE GATE SHOWS NOTHING/);
  }
});

test('results.json tells the three apart, for all sections and for each', () => {
  const found = results(
    RUN,
    new Map([section('chatty-vs-chunky', SILENT), section('spawn-cost', PASSED), section('takeaways', null)]),
  );
  assert.deepEqual([found.gate.all_ok, found.gate.outcome], [false, 'shows nothing']);
  assert.deepEqual(
    found.gate.variants.map(({ section: of, never_traded, rows }) => [of, never_traded, rows]),
    [
      ['chatty-vs-chunky', 2, 2],
      ['spawn-cost', 1, 3],
    ],
  );
  const of = (name: string) => found.sections[name].gate;
  assert.deepEqual(
    [
      of('chatty-vs-chunky')?.outcome,
      of('chatty-vs-chunky')?.combos_never_traded,
      of('spawn-cost')?.outcome,
      of('takeaways'),
    ],
    ['shows nothing', 2, 'passed', null],
  );
  assert.equal(
    results(RUN, new Map([section('spawn-cost', FAILED), section('parity', SILENT)])).gate.outcome,
    'failed',
  );
});

test('the headline says of each architecture what the gate says, once it did not pass', () => {
  const row = (architecture: string) =>
    ({
      architecture,
      transport: 'unix',
      measured: { median: 1, min: 1, max: 1 },
      boundary_us: 1,
      ratio_numba: null,
      ratio_v8: null,
      published: null,
      published_ratio: null,
    }) as unknown as ArchitectureRow;
  const of = (gate: GateRecord) =>
    headline({ rows: [row('rust_batch_unix'), row('other')], gate } as Section<ArchitectureRow>);
  assert.ok(!of(PASSED).columnNames().includes('gate'));
  assert.deepEqual(of(FAILED).array('gate'), ['failed', 'not held']);
  assert.deepEqual(of(SILENT).array('gate'), ['shows nothing', 'not held']);
});

test('the page names the processors allowed, and Python and numba', () => {
  const [name, own] = section('spawn-cost', PASSED);
  const machine = {
    processor: 'P',
    cores: 8,
    allowed: [0, 1, 2, 5],
    memoryBytes: 2 ** 30,
    governor: null,
    quota: null,
    system: 'S',
    hypervisor: false,
    versions: { node: 'v20', python: '3.11.7', numba: null },
    revision: null,
    load: [0, 0, 0],
  };
  const { page } = report([name, { ...own, machine } as unknown as Section]);
  assert.match(page, /4 of them: 0-2,5/);
  assert.match(page, /python[\s\S]{0,80}3\.11\.7/);
  assert.match(page, /numba[\s\S]{0,80}not found/);
});
