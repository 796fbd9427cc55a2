import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChattyRow, chattyVsChunky, type Section, WAYS } from '../../../src/study';

const SMALL = { bars: 4_000, lengths: [6, 21, 64], starts: 2, rounds: 2, quick: false } as const;
let section: Section<ChattyRow>;

test('every way gives the same rows, and the record is whole', async () => {
  const notes: string[] = [];
  section = await chattyVsChunky.run(SMALL, {
    progress: (done, total, note) => notes.push(`${done}/${total} ${note}`),
  });
  assert.equal(section.gate?.all_ok, true);
  assert.deepEqual(section.gate?.references, ['in-process V8']);
  for (const variant of section.gate?.variants ?? []) {
    assert.deepEqual([variant.sweeps, variant.rows, variant.bit_equal], [4, 3, true], variant.architecture);
  }
  assert.match(notes.at(-1) ?? '', /^16\/16 start 2 of 2: /);
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
});

test('a whole sweep has a row, and each combo of a way that is cut up', () => {
  const sweeps = section.rows.filter((row) => row.length === null);
  assert.deepEqual(
    sweeps.map((row) => [row.way, row.calls, row.bytes]),
    [
      ['batch', 1, 13 + 32_000 + 3 * 48],
      ['resending', 3, 3 * (13 + 32_000 + 48)],
      ['stateful', 3, 3 * 61],
      ['pipelined', 3, 3 * 61],
    ],
  );
  assert.equal(section.rows.length, 4 + 3 * 3);
  for (const row of section.rows) {
    assert.equal(row.measured.n, 4);
    assert.ok(row.compute_us > 0 && row.measured.median > 0);
    assert.deepEqual([row.boundary_low, row.published], [null, null]);
  }
});

test('the facts tell what a crossing costs, beside half an echo', () => {
  const { facts } = section;
  const half = Number(facts.echo_of_the_series.value) / 2;
  assert.ok(Math.abs(Number(facts.naive_per_crossing.value) - half) < half * 0.01);
  assert.ok(Math.abs(Number(facts.naive_prediction.value) - 2 * half) < half * 0.02);
  assert.equal(facts.extra_per_crossing.published, null, "the article's figures are of its own series");
  assert.ok(Number(facts.stateful_per_call.value) > 0);
});

test("on the article's series its figures stand beside, also for a few lengths, which the golden rows gate", async () => {
  const found = await chattyVsChunky.run({ lengths: [6, 8], ways: ['stateful', 'resending'], quick: true });
  assert.deepEqual(found.gate?.references, ['golden']);
  assert.equal(found.gate?.all_ok, true);
  assert.deepEqual([...new Set(found.rows.map((row) => row.way))], ['batch', 'resending', 'stateful']);
  assert.equal(found.facts.stateful_per_call.published, 16);
  assert.ok(Math.abs(Number(found.facts.extra_per_crossing.published) - 1354.4) < 0.1);
  assert.equal(found.facts.stateful_boundary.published, null, '1.3 ms is for all eighty');
});

test('one combo crosses once more by no way', async () => {
  const found = await chattyVsChunky.run({ bars: 2_000, lengths: [6], quick: true });
  assert.equal(found.facts.extra_per_crossing, undefined);
  assert.equal(found.rows.length, WAYS.length + 3);
});

test('a cancelled section rejects and leaves no process behind', async () => {
  const controller = new AbortController();
  const running = chattyVsChunky.run(SMALL, {
    signal: controller.signal,
    progress: () => controller.abort(),
  });
  await assert.rejects(running, { code: 'CANCELLED' });
});
