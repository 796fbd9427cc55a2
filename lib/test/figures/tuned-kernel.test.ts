import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  algorithmLanguage,
  boundError,
  decidedAgain,
  kernelSteps,
  type PlotlyFigure,
  sparseFilter,
  tunedBoundary,
} from '../../src/figures';
import type { BoundaryRow, BoundRow, KernelRow, Section, TunedKernelRow } from '../../src/study';

interface Trace {
  name?: string;
  x: (number | null)[];
  y: unknown[];
  text?: string[];
}

const trace = (figure: PlotlyFigure, name: string): Trace => {
  const found = (figure.data as Trace[]).find((each) => each.name?.startsWith(name));
  assert.ok(found, `no trace ${name}`);
  return found;
};

const kernel = (row: Partial<KernelRow>, ms: number): KernelRow =>
  ({
    kind: 'kernel',
    title: row.kernel,
    algorithm: 'naive',
    threads: 1,
    step: null,
    changed: null,
    times_numba_wall: null,
    measured: { median: ms * 1_000 },
    ...row,
  }) as KernelRow;

const bound = (length: number, more: Partial<BoundRow>): BoundRow => ({
  kind: 'bound',
  length,
  bars: 1_000,
  uncertain: 0,
  recomputed: 0,
  difference_median: null,
  difference_least: null,
  bound_median: null,
  error_median: null,
  error_most: null,
  bound_of_most: null,
  share_most: null,
  ...more,
});

const section = {
  name: 'tuned-kernel',
  rows: [
    kernel({ kernel: 'numba naive', language: 'numba' }, 2_000),
    kernel({ kernel: 'numba tuned', language: 'numba', algorithm: 'tuned' }, 30),
    kernel({ kernel: 'Rust naive', language: 'Rust', step: 0, changed: 'line by line' }, 2_200),
    kernel({ kernel: 'Rust unchecked', language: 'Rust', step: 1, changed: 'no checks' }, 2_100),
    kernel({ kernel: 'Rust tuned', language: 'Rust', algorithm: 'tuned', step: 7, changed: 'widest' }, 11),
    bound(6, {
      uncertain: 3,
      recomputed: 5,
      difference_median: 0.1,
      bound_median: 1e-7,
      error_most: 1e-9,
      error_median: 0,
    }),
    bound(9, {}),
    {
      kind: 'boundary',
      transport: 'unix',
      form: 'batch',
      boundary_us: 300,
      boundary_share: 0.02,
      boundary_share_naive: 0.0001,
    } as BoundaryRow,
  ],
} as unknown as Section<TunedKernelRow>;

test('the filter has as many weights as it looks at bars, and few are left after four differences', () => {
  const figure = sparseFilter({ length: 100 });
  assert.equal(trace(figure, 'weight of a close (109').x.length, 109);
  const left = trace(figure, 'after four differences (17');
  assert.equal(left.x.length, 17);
  assert.deepEqual(left.x.slice(0, 3), [0, 1, 2], 'the newest bars carry the joints of every window');
  assert.throws(() => sparseFilter({ length: 3 }), /option length: got 3/);
});

test('the steps are in order, with the gain of each over the one before', () => {
  const figure = kernelSteps(section);
  const steps = trace(figure, 'a sweep in Rust');
  assert.deepEqual(steps.y, ['line by line', 'no checks', 'widest']);
  assert.deepEqual(steps.text, ['2.20 s', '2.10 s, 1x', '11 ms, 190x']);
  assert.deepEqual(trace(figure, 'numba, one thread: 2.00 s').y, ['line by line', 'widest']);
});

test('a language has a line, an algorithm a mark, the checks of naive Rust no mark of their own', () => {
  const figure = algorithmLanguage(section);
  assert.deepEqual(trace(figure, 'naive').y, ['numba', 'Rust']);
  assert.deepEqual(trace(figure, 'naive').x, [2_000, 2_200]);
  assert.deepEqual(trace(figure, 'tuned').x, [30, 11]);
});

test('lengths that were not traced are left out of the bound; an error of none has no place on a log axis', () => {
  const figure = boundError(section);
  assert.deepEqual(trace(figure, 'bound').x, [6]);
  assert.deepEqual(trace(figure, 'error, median').y, [null]);
});

test('the bars decided again are counted in the title', () => {
  const figure = decidedAgain(section);
  assert.match(JSON.stringify(figure.layout), /Decided again: 3 of 2,000 bars/);
  assert.deepEqual(trace(figure, 'worked out again').y, [5, null]);
});

test('the share of the boundary in per cent, beside either kernel', () => {
  const figure = tunedBoundary(section);
  assert.deepEqual(trace(figure, 'beside the tuned').x, [2]);
  assert.deepEqual(trace(figure, 'beside the naive').x, [0.01]);
});
