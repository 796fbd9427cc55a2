import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ArchitectureRow,
  architectureNames,
  architectures,
  experiment,
  notice,
  type Section,
} from '../../src/study';

const SMALL = { bars: 4_000, lengths: [6, 21, 64], runs: 2, starts: 2, quick: false };
let section: Section<ArchitectureRow>;

test('every architecture passes the gate bit for bit, and the record is whole', async () => {
  const notes: string[] = [];
  section = await architectures.run(SMALL, {
    progress: (done, total, note) => notes.push(`${done}/${total} ${note}`),
  });
  assert.equal(section.name, 'architectures');
  assert.equal(section.gate?.all_ok, true);
  assert.equal(section.gate?.variants.length, 7);
  for (const variant of section.gate?.variants ?? []) {
    assert.deepEqual([variant.sweeps, variant.rows, variant.bit_equal], [2, 3, true], variant.architecture);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
  assert.match(notes.at(-1) ?? '', /^22\/22 start 2 of 2: /);
});

test('each row tells time, kernel and boundary, and its ratios', () => {
  for (const row of section.rows) {
    assert.equal(row.measured.n, 2);
    assert.ok(row.measured.min > 0 && row.measured.min <= row.measured.median);
    assert.ok(row.compute_us > 0, row.architecture);
    assert.ok((row.cold_us ?? 0) > 0, row.architecture);
    assert.ok(row.ratio_numba && row.ratio_v8, row.architecture);
    assert.equal(row.measured.low, null, 'two starts give no interval');
    assert.equal(row.published, null, "the article's figures are of its own workload");
    if (row.transport !== 'none') assert.ok(row.boundary_us > 0, row.architecture);
  }
  const chatty = section.rows.find((row) => row.architecture === 'rust_chatty_unix');
  assert.equal(chatty?.calls_per_sweep, 3);
  assert.equal(section.rows.find((row) => row.architecture === 'in_process_numba')?.ratio_numba?.median, 1);
});

test('every other kernel and form that can be chosen by name passes it too, bit for bit', async () => {
  const names = architectureNames().filter((name) => !name.startsWith('faulty_'));
  const others = names.slice(7);
  for (const name of ['in_process_v8_tuned', 'in_process_wasm_tuned', 'in_process_addon_tuned_2']) {
    assert.ok(others.includes(name), name);
  }
  const found = await architectures.run({ ...SMALL, bars: 2_000, runs: 1, starts: 1, architectures: others });
  for (const variant of found.gate?.variants ?? [])
    assert.equal(variant.bit_equal, true, variant.architecture);
  assert.equal(found.gate?.variants.length, others.length);
  const stateful = found.rows.find((row) => row.architecture === 'rust_stateful_tuned');
  assert.deepEqual([stateful?.kernel, stateful?.calls_per_sweep], ['tuned', 3]);
});

test('a deliberately wrong kernel among the architectures makes the gate false, and the notice says so', async () => {
  const names = ['in_process_v8', 'faulty_fee-left-out'];
  const found = await architectures.run({ ...SMALL, architectures: names, quick: true });
  assert.equal(found.gate?.all_ok, false);
  assert.deepEqual(
    found.gate?.variants.map((variant) => variant.ok),
    [true, false],
  );
  assert.match(notice(found), /GATE FAILED[\s\S]*faulty_fee-left-out: row 0: /);
  assert.match(notice(found), /A quick run/);
  assert.equal(found.rows[0].cold_us, null);
});

test('a cancelled section rejects and leaves no process behind', async () => {
  const controller = new AbortController();
  const running = architectures.run(SMALL, { signal: controller.signal, progress: () => controller.abort() });
  await assert.rejects(running, { code: 'CANCELLED' });
});

test('the experiment gives one row a length, gross and net', async () => {
  const found = await experiment.run({ bars: 4_000, lengths: [6, 21] });
  assert.equal(found.rows.length, 2);
  for (const row of found.rows) {
    assert.ok(Math.abs(row.gross_pnl - row.fees - row.pnl) < 1e-9);
    assert.equal(row.golden_pnl, null);
  }
  assert.equal(found.gaps.length, 1);
});
