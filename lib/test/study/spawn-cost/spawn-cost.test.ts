import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Section, type SpawnRow, spawnCost } from '../../../src/study';
import { launchEmpty, launchEngine } from '../../../src/study/spawn-cost/launch';

const SMALL = { bars: 4_000, lengths: [6, 21, 64], starts: 2, launches: 1, quick: false } as const;
let section: Section<SpawnRow>;

test('programs are launched, the job is done three ways behind the gate, and the record is whole', async () => {
  const notes: string[] = [];
  section = await spawnCost.run(SMALL, {
    progress: (done, total, note) => notes.push(`${done}/${total} ${note}`),
  });
  assert.equal(section.gate?.all_ok, true);
  assert.deepEqual(
    section.gate?.variants.map((variant) => [variant.architecture, variant.sweeps, variant.rows]),
    [
      ['running', 2, 3],
      ['per_sweep', 2, 3],
      ['per_combo', 2, 3],
    ],
  );
  assert.match(notes.at(-1) ?? '', /^14\/14 start 2 of 2: /);
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
});

test('a row tells what a call took, and what of it was not the kernel', () => {
  assert.deepEqual(
    section.rows.map((row) => [row.kind, row.subject, row.measured.n]),
    [
      ['launch', 'engine', 20],
      ['launch', 'node', 2],
      ['launch', 'python', 4],
      ['launch', 'python_numpy', 2],
      ['job', 'running', 2],
      ['job', 'per_sweep', 2],
      ['job', 'per_combo', 6],
    ],
  );
  for (const row of section.rows) {
    assert.ok(row.boundary_us > 0 && row.boundary_us <= row.measured.max, row.subject);
    assert.equal(row.boundary_low, null, 'two starts give no interval');
  }
});

test('the facts tell it directly and by difference, and how many calls cost the job', () => {
  const { facts } = section;
  assert.equal(facts.spawn_direct.published, 24_000);
  assert.equal(facts.spawn_by_difference.published, null, "the article's difference is of its own sweep");
  const each = Number(facts.node_start.value);
  assert.ok(Math.abs(Number(facts.node_for_500_symbols.value) - (each * 500) / 1e6) < each / 1e4);
  assert.ok(Number(facts.engine_calls_that_cost_the_job.value) > 0);
});

test("a quick run on the article's series is gated by the golden rows", async () => {
  const found = await spawnCost.run({ lengths: [6, 8], programs: [], symbols: 10, quick: true });
  assert.deepEqual(found.gate?.references, ['golden']);
  assert.equal(found.gate?.all_ok, true);
  assert.equal(found.facts.engine_for_10_symbols.published, 0.24);
  assert.equal(found.facts.node_start, undefined);
});

test('a program that fails, and an engine that echoes something else, are errors and no time', async () => {
  await assert.rejects(launchEmpty({ command: process.execPath, args: ['-e', 'process.exit(3)'] }), {
    code: 'LAUNCH',
    message: /ended with 3: it said nothing/,
  });
  const lying = { echo: async () => Float64Array.of(7) };
  await assert.rejects(launchEngine(lying as never), { code: 'LAUNCH', message: /echoed 7, expected 42/ });
});

test('a cancelled section rejects and leaves no process behind', async () => {
  const controller = new AbortController();
  const running = spawnCost.run(SMALL, { signal: controller.signal, progress: () => controller.abort() });
  await assert.rejects(running, { code: 'CANCELLED' });
});
