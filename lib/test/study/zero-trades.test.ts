import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { gateOutcome } from '../../src/bench';
import {
  architectures,
  boundsChecks,
  breakEven,
  chattyVsChunky,
  checklist,
  lowerFloors,
  notice,
  type ParityRow,
  parity,
  record,
  recorded,
  type Section,
  serializationTax,
  spawnCost,
  takeaways,
  tunedKernel,
  verdict,
} from '../../src/study';

// a folder of their own, so that no record of another run is read
const results = mkdtempSync(path.join(tmpdir(), 'ipc-tax-zero-trades-'));
process.env.IPC_TAX_RESULTS = results;
after(() => rmSync(results, { recursive: true }));

const SHORT = { bars: 30, lengths: [100, 200], quick: true };
const LIVE = { ...SHORT, length: 100 };

const SECTIONS: [string, () => Promise<Section<unknown>>][] = [
  ['architectures', () => architectures.run({ ...SHORT, runs: 1 })],
  [
    'architectures, 156 bars',
    () =>
      architectures.run({
        bars: 156,
        lengths: [129, 150, 200],
        quick: true,
        architectures: ['in_process_v8', 'rust_batch_unix'],
      }),
  ],
  [
    'architectures, one bar',
    () =>
      architectures.run({
        bars: 1,
        lengths: [1, 6],
        quick: true,
        architectures: ['in_process_v8', 'rust_batch_unix'],
      }),
  ],
  [
    'architectures, a wrong kernel',
    () => architectures.run({ ...SHORT, architectures: ['in_process_v8', 'faulty_fee-left-out'] }),
  ],
  ['parity', () => parity.run({ bars: 30, length: 100, quick: true })],
  ['break-even', () => breakEven.run({ ...LIVE, echoes: 20 })],
  [
    'break-even, its loops alone',
    () => breakEven.run({ bars: 120, lengths: [6, 8], length: 200, quick: true, echoes: 20 }),
  ],
  ['chatty-vs-chunky', () => chattyVsChunky.run(SHORT)],
  ['spawn-cost', () => spawnCost.run({ ...SHORT, launches: 1, programs: ['engine'] })],
  [
    'tuned-kernel',
    () => tunedKernel.run({ ...SHORT, transports: ['unix'], which: ['TypeScript naive', 'Rust tuned'] }),
  ],
  ['serialization-tax', () => serializationTax.run({ ...SHORT, codecs: ['json'] })],
  ['lower-floors', () => lowerFloors.run({ ...LIVE, transports: ['unix'], placements: ['unpinned'] })],
  ['verdict', () => verdict.run(SHORT)],
];

for (const [what, run] of SECTIONS) {
  test(`the gate passes on zero trades: ${what}`, async () => {
    const section = await run();
    const { gate } = section;
    assert.equal(gate?.all_ok, false);
    assert.equal(gateOutcome(gate), 'shows nothing');
    const text = notice(section);
    assert.match(text, /^THE GATE SHOWS NOTHING/);
    assert.match(text, /\d+ of \d+ (combos|live sessions) never traded/);
    assert.doesNotMatch(text, /Gate passed|GATE FAILED| expected, /);
    for (const { ok, first_difference } of gate.variants)
      assert.deepEqual([ok, first_difference], [true, null], 'no kernel is said to be wrong');
  });
}

test('some combos that never trade are counted, and the gate passes', async () => {
  const section = await architectures.run({
    bars: 156,
    lengths: [6, 100, 129, 200],
    quick: true,
    architectures: ['in_process_v8', 'rust_batch_unix'],
  });
  assert.equal(section.gate?.all_ok, true);
  assert.match(
    notice(section),
    /^Gate passed: 2 variants against in-process V8; 2 of 4 combos never traded\./,
  );
  assert.deepEqual(section.gate?.variants[1].row_levels, [0, 0, 3, 3]);
});

const caught = (section: Section<ParityRow>) => section.facts.faults_caught.value;

test('parity catches 1 of 6 faults where nothing trades: it says that they are not shown', async () => {
  for (const [bars, length] of [
    [30, 100],
    [156, 129],
    [2, 6],
  ]) {
    const found = await parity.run({ bars, length, quick: true });
    assert.equal(caught(found), 'not shown: nothing trades on these bars', `${bars} bars, length ${length}`);
    assert.equal(found.facts.end_equals_batch_sweep.value, 'not shown: nothing trades on these bars');
    const [closed, paced, ...faults] = found.rows;
    assert.deepEqual([closed.shown, paced.shown], [false, false]);
    for (const row of faults) assert.equal(row.shown, row.first_divergent_bar !== null, row.kernel);
  }
  const traded = await parity.run({ bars: 156, length: 6, quick: true });
  assert.equal(caught(traded), 6);
  assert.ok(traded.rows.every(({ shown }) => shown));
});

test('a live loop whose time is up before its first trade goes on to it, untimed', async () => {
  const section = await lowerFloors.run({
    bars: 20_000,
    lengths: [6],
    length: 1_000,
    quick: true,
    ticksMs: 10,
    transports: ['unix', 'unix-blocking'],
    placements: ['unpinned'],
  });
  assert.equal(section.gate?.all_ok, true);
  assert.equal(section.gate?.sessions_never_traded, 0);
  for (const row of section.rows) if (row.kind === 'ticks') assert.ok(row.latency.n === row.calls, row.name);
});

test('nothing is concluded from times behind a gate that did not pass', async () => {
  for (const architectureNames of [
    ['in_process_numba', 'rust_batch_unix', 'rust_batch_unchecked'],
    ['in_process_numba', 'rust_batch_unix', 'rust_batch_unchecked', 'faulty_fee-left-out'],
  ]) {
    const bars = architectureNames.length === 3 ? 30 : 2_000;
    const section = await architectures.run({
      bars,
      lengths: [100, 200],
      runs: 5,
      quick: false,
      architectures: architectureNames,
    });
    // the other sections that a takeaway may be judged by are there, and need no measuring
    for (const { name } of [architectures, serializationTax, chattyVsChunky, spawnCost]) {
      record({ ...section, name });
    }
    const outcome = bars === 30 ? 'shows nothing' : 'failed';
    assert.match(boundsChecks(section).why, new RegExp(`the gate ${outcome}`));
    assert.equal(boundsChecks(section).answer, 'undecided');
    const [line] = checklist(recorded());
    assert.match(line.evidence, new RegExp(`the gate ${outcome}: this does not count`));
    const { rows } = await takeaways.run({ bars: 30, lengths: [100, 200], quick: true });
    for (const row of rows.filter(({ of }) => of.section === 'architectures')) {
      assert.deepEqual([row.verdict, row.gate], ['undecided', outcome], row.takeaway);
      assert.match(row.why, new RegExp(`the gate ${outcome}`));
    }
  }
});
