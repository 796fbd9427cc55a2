import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../src/engine';
import { type EchoRow, echoCurve, echoFits, type Section } from '../../../src/study';
import { timeEchoes } from '../../../src/study/echo-curve/node-client';
import { allowedProcessors } from '../../../src/study/echo-curve/processors';

const SMALL = { floats: [1, 1_000, 20_000], starts: 1, rounds: 1, blockMs: 1, quick: false } as const;
let section: Section<EchoRow>;

test('every client echoes over every transport in every placement, and the record is whole', async () => {
  const notes: string[] = [];
  const before = allowedProcessors();
  section = await echoCurve.run(SMALL, {
    progress: (done, total, note) => notes.push(`${done}/${total} ${note}`),
  });
  const placements = 3 - section.gaps.length;
  assert.equal(section.name, 'echo-curve');
  assert.equal(section.rows.filter((row) => row.process === 'worker').length, 5 * 2 * placements * 3);
  assert.equal(section.rows.filter((row) => row.process === 'caller').length, 3);
  assert.match(notes.at(-1) ?? '', new RegExp(`^${90 - 30 * section.gaps.length}/`));
  assert.deepEqual(allowedProcessors(), before, 'this process may run where it could before');
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
});

test('a row tells its echoes, the cold one apart, without an interval from one start', () => {
  for (const row of section.rows) {
    assert.equal(row.bytes, row.floats * 8);
    assert.ok(row.measured.n >= 3 && row.measured.min > 0 && row.cold_us > 0);
    assert.equal(row.measured.low, null);
    assert.equal(row.block_medians.length, 1);
  }
  const told = section.rows.filter((row) => row.published !== null);
  assert.deepEqual(
    told.map((row) => [row.client, row.transport, row.placement, row.floats, row.published?.median]),
    [
      ['python', 'unix', 'unpinned', 1, 14.05],
      ['python', 'unix', 'unpinned', 1_000, 18.1],
    ],
  );
});

test('each curve has a fit, and the facts set the article beside its own kind of client', () => {
  const fits = echoFits(section);
  assert.equal(fits.length, 5 * 2 * (3 - section.gaps.length));
  for (const fit of fits) {
    assert.ok(fit.floor_us > 0 && fit.bytes_per_second > 0 && fit.knee_bytes > 0);
    assert.equal(fit.floor_low, null);
  }
  const { python_floor, rust_floor, model_at_1000_floats, model_worst_miss } = section.facts;
  assert.deepEqual([python_floor.published, rust_floor.published], [14.05, null]);
  assert.ok(Math.abs(Number(model_at_1000_floats.published) - 27.33) < 0.01);
  assert.ok(Math.abs(Number(model_worst_miss.published) - 33.8) < 0.1);
  assert.ok(Number(section.facts.own_process_over_worker_1_floats.value) > 0);
});

test('five starts give intervals', async () => {
  const found = await echoCurve.run({
    ...SMALL,
    floats: [1, 1_000],
    transports: ['tcp'],
    clients: ['rust'],
    placements: ['unpinned'],
    starts: 5,
  });
  for (const { measured } of found.rows) {
    assert.ok(measured.low !== null && measured.high !== null && measured.low <= measured.high);
  }
  const [fit] = echoFits(found);
  assert.ok(fit.floor_low! <= fit.floor_us && fit.floor_us <= fit.floor_high!);
  assert.equal(
    found.rows.length,
    2,
    'without a Node client there is nothing to compare the own process with',
  );
});

test('a quick run is one start of fewer sizes', async () => {
  const found = await echoCurve.run({
    clients: ['node_reused'],
    transports: ['unix'],
    placements: ['unpinned'],
    blockMs: 1,
    quick: true,
  });
  assert.equal(found.run.quick, true);
  assert.deepEqual([...new Set(found.rows.map((row) => row.floats))], [1, 1_000, 10_000, 150_000]);
});

test('a cancelled section rejects and leaves no process behind', async () => {
  const controller = new AbortController();
  const running = echoCurve.run(SMALL, {
    signal: controller.signal,
    progress: (done) => done > 2 && controller.abort(),
  });
  await assert.rejects(running, { code: 'CANCELLED' });
});

test('an echo that differs, or an old one left in the buffer, is an error and no time', async () => {
  const engine = await startEngine();
  const order = { transport: 'unix', floats: 100, warm: 1, least: 2, most: 2, budget: 0 } as const;
  try {
    const flipped = {
      echo: async (floats: Float64Array) => {
        const reply = floats.slice();
        new Uint8Array(reply.buffer)[400] ^= 1;
        return reply;
      },
    };
    await assert.rejects(timeEchoes(flipped as never, order, 'fresh'), {
      code: 'ECHO',
      message: /echo 1 of 100/,
    });
    let first: Float64Array | null = null;
    const stale = { echo: async (floats: Float64Array) => (first ??= floats.slice()) };
    await assert.rejects(timeEchoes(stale as never, order, 'reused'), {
      code: 'ECHO',
      message: /echo 2 of 100/,
    });
    assert.equal((await timeEchoes(engine, order, 'reused')).us.length, 2);
  } finally {
    await engine.close();
  }
});
