import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gbm } from '../../../src/market';
import {
  type BoundaryRow,
  type FlatRow,
  KERNEL_NAMES,
  type KernelRow,
  type Section,
  type TunedKernelRow,
  tunedKernel,
} from '../../../src/study';

const LENGTHS = [6, 21, 64];
let section: Section<TunedKernelRow>;

const rows = <Kind extends TunedKernelRow['kind']>(kind: Kind) =>
  section.rows.filter((row): row is Extract<TunedKernelRow, { kind: Kind }> => row.kind === kind);

test('every kernel in every language and behind every transport gives the same rows, bit for bit', async () => {
  const notes: string[] = [];
  section = await tunedKernel.run(
    { bars: 3_000, lengths: LENGTHS, which: KERNEL_NAMES, starts: 1, rounds: 2, traced: 2, quick: false },
    { progress: (done, total, note) => notes.push(`${done}/${total} ${note}`) },
  );
  assert.equal(section.name, 'tuned-kernel');
  assert.equal(section.gate?.all_ok, true);
  for (const variant of section.gate?.variants ?? []) {
    assert.deepEqual([variant.sweeps, variant.bit_equal], [2, true], variant.architecture);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
  const [done, total] = notes.at(-1)!.split(' ')[0].split('/');
  assert.equal(done, total);
});

test('a kernel has its time, its processor time, and its ratios to numba within rounds', () => {
  const kernels: KernelRow[] = rows('kernel');
  assert.deepEqual(
    kernels.map(({ kernel }) => kernel),
    [...KERNEL_NAMES],
  );
  for (const row of kernels) {
    assert.equal(row.measured.n, 2);
    assert.ok(row.measured.median > 0 && row.times_numba_wall !== null && row.times_numba_parallel !== null);
    if (process.platform === 'linux')
      assert.ok(row.processor !== null && row.processor.median > 0, row.kernel);
  }
  assert.equal(kernels[0].times_numba_wall?.median, 1);
  const steps = kernels.flatMap(({ step }) => step ?? []);
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => a - b),
  );
});

test('the bound: which bars it left open, and how it lies over the error', () => {
  const bound = rows('bound');
  assert.deepEqual(
    bound.map(({ length }) => length),
    LENGTHS,
  );
  const traced = bound.filter((row) => row.bound_median !== null);
  assert.equal(traced.length, 2);
  for (const row of traced) {
    assert.ok(row.share_most! <= 1 && row.error_most! <= row.bound_of_most!);
    assert.ok(row.difference_median! > row.bound_median!);
  }
  for (const { uncertain, recomputed, bars } of bound) {
    assert.ok(uncertain <= recomputed && recomputed <= bars);
  }
});

test('a flat series gives the same rows too', () => {
  const flat: FlatRow[] = rows('flat');
  assert.deepEqual(
    flat.map(({ kernel, identical }) => [kernel, identical]),
    ['Rust naive', 'Rust tuned', 'TypeScript naive', 'TypeScript tuned'].map((name) => [name, true]),
  );
});

test('the verdict: each transport in its forms, with the share of the boundary and G', () => {
  const boundary: BoundaryRow[] = rows('boundary');
  assert.equal(boundary.filter(({ transport }) => transport === 'unix').length, 3);
  assert.equal(boundary.filter(({ transport }) => transport === 'spawn').length, 2);
  for (const row of boundary) {
    assert.equal(row.calls_per_sweep, row.form === 'batch' ? 1 : LENGTHS.length);
    assert.ok(row.boundary_share > 0 && row.boundary_share < 1, row.transport);
    assert.ok(row.boundary_share_naive! < row.boundary_share);
    assert.ok(row.g > 0 && row.g_naive! > row.g && row.floor_us > 0);
  }
  assert.equal(typeof section.facts.g_per_combo.value, 'number');
  assert.equal(typeof section.facts.two_threads_gain.value, 'number');
});

test('its growth is left to make bench, and that is said', () => {
  assert.equal(rows('growth').length, 0);
  assert.match(section.gaps[0].what, /growth/);
});

test('options are checked before anything is started', async () => {
  const refused = (options: object, message: RegExp): Promise<void> =>
    assert.rejects(tunedKernel.run(options), { name: 'OptionError', message });
  await refused(
    { which: ['Rust fastest'] },
    /^option which: got "Rust fastest", expected one of numba naive/,
  );
  await refused({ which: ['Rust tuned', 'Rust tuned'] }, /^option which: .*expected each name once/);
  await refused({ transports: ['stdio'] }, /^option transports: got "stdio"/);
  await refused({ transports: 'unix' }, /^option transports: got "unix", expected a list of names/);
  await refused({ starts: 0 }, /^option starts: got 0/);
  await refused({ traced: -1 }, /^option traced/);
  await refused({ growth: 'yes' }, /^option growth/);
  await refused({ round: 1 }, /round/);
});

test('one kernel alone has no ratios, a quick run two rounds and no intervals, and it can be cancelled', async () => {
  const alone = { bars: gbm({ bars: 1_000 }), lengths: LENGTHS, which: ['TypeScript tuned'], transports: [] };
  const found = await tunedKernel.run({ ...alone, traced: 0, quick: true });
  const [row] = found.rows as KernelRow[];
  assert.deepEqual([row.measured.n, row.measured.low, row.times_numba], [2, null, null]);
  assert.equal(found.run.quick, true);
  const control = new AbortController();
  const running = tunedKernel.run(alone, { signal: control.signal, progress: () => control.abort() });
  await assert.rejects(running, { code: 'CANCELLED' });
});
