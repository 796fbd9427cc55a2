import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ArchitectureRow, boundsChecks, type Section } from '../../src/study';
import { decompose } from '../../src/study/verdict/decompose';

/** A section in which, over five starts of two rounds, each architecture takes the given microseconds. */
function measured(us: Record<string, (round: number) => number>, quick = false): Section<ArchitectureRow> {
  const rounds = Array.from({ length: 10 }, (_, i) => i);
  const rows = Object.entries(us).map(([architecture, of]) => ({
    architecture,
    measured: { samples: rounds.map(of) },
  }));
  const gap = us.rust_batch_unix(0) / us.in_process_numba(0);
  const fact = (value: number) => ({
    value,
    unit: 'ratio',
    low: value - 0.01,
    high: value + 0.01,
    published: null,
  });
  return {
    run: { quick, options: { starts: 5 } },
    rows,
    facts: { batch_over_numba: fact(gap), aa_ratio: fact(1) },
  } as unknown as Section<ArchitectureRow>;
}

const noise = (round: number): number => (round % 3) * 2;

test('bounds checks are the cause where the gap goes away without them', () => {
  const found = boundsChecks(
    measured({
      in_process_numba: (r) => 1_000 + noise(r),
      rust_batch_unix: (r) => 1_200 + noise(r),
      rust_batch_unchecked: (r) => 1_010 + noise(r),
    }),
  );
  assert.equal(found.answer, 'confirmed');
  assert.ok(Math.abs(found.closed!.median - 0.95) < 0.02);
});

test('bounds checks are not the cause where the gap stays, or grows', () => {
  for (const unchecked of [1_190, 1_300]) {
    const found = boundsChecks(
      measured({
        in_process_numba: (r) => 1_000 + noise(r),
        rust_batch_unix: (r) => 1_200 + noise(r),
        rust_batch_unchecked: (r) => unchecked + noise(r),
      }),
    );
    assert.equal(found.answer, 'rejected');
  }
});

test('it stays undecided without a gap, in noise as wide as the gap, and in a quick run', () => {
  const us = {
    in_process_numba: () => 1_000,
    rust_batch_unix: () => 1_200,
    rust_batch_unchecked: (r: number) => (r % 2 ? 1_000 : 1_200),
  };
  assert.equal(boundsChecks(measured(us)).answer, 'undecided');
  assert.match(
    boundsChecks(measured({ ...us, rust_batch_unix: () => 1_010 })).why,
    /no gap beyond what the control differs by/,
  );
  assert.match(boundsChecks(measured(us, true)).why, /no intervals/);
  const { in_process_numba: numba, rust_batch_unix: batch } = us;
  assert.match(
    boundsChecks(measured({ in_process_numba: numba, rust_batch_unix: batch })).why,
    /not all measured/,
  );
});

test('the parts of a sweep add up to its time, and what no clock claims is left over', () => {
  const row = {
    granularity: 'combo',
    calls_per_sweep: 80,
    compute_us: 1_000_000,
    boundary_us: 60_000,
    engine_parse_us: 100,
    engine_encode_us: 50,
  } as ArchitectureRow;
  const found = decompose(row, { oneComboUs: 10, allCombosUs: 30 });
  assert.equal(found.client_us, 800);
  assert.equal(found.left_over_us, 60_000 - 100 - 50 - 800);
  assert.ok(Math.abs(found.boundary_share - 0.06 / 1.06) < 1e-12);
});
