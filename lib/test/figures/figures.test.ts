import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Estimate } from '../../src/bench';
import {
  boundaryShare,
  frameLayout,
  gateByCombo,
  pnlByLength,
  priceFlips,
  ratioDots,
} from '../../src/figures';
import { layout } from '../../src/figures/style';
import { gbm } from '../../src/market';
import type { ArchitectureRow, Section } from '../../src/study';

const estimate = (median: number, spread: number | null): Estimate => ({
  median,
  low: spread === null ? null : median - spread,
  high: spread === null ? null : median + spread,
});

function row(
  architecture: string,
  transport: ArchitectureRow['transport'],
  ratio: Estimate,
): ArchitectureRow {
  const us = ratio.median * 2e6;
  return {
    architecture,
    transport,
    measured: {
      unit: 'us',
      n: 2,
      min: us * 0.9,
      median: us,
      max: us * 1.1,
      p95: null,
      p99: null,
      p999: null,
      low: null,
      high: null,
      samples: [us],
    },
    published_ratio: ratio.median + 0.1,
    ratio_numba: ratio,
    ratio_v8: null,
    boundary_us: 2_000,
    compute_us: us - 2_000,
    engine_parse_us: 20,
    engine_encode_us: 5,
  } as ArchitectureRow;
}

const section = (spread: number | null): Section<ArchitectureRow> =>
  ({
    rows: [
      row('in_process_numba', 'none', estimate(1, spread)),
      row('rust_batch_unix', 'unix', estimate(1.1, spread)),
    ],
    facts: { aa_ratio: { value: 1, unit: 'ratio', ...estimate(1, spread), published: null } },
  }) as unknown as Section<ArchitectureRow>;

type Trace = {
  name?: string;
  x: number[];
  y: unknown[];
  error_x?: { array: number[] };
  text?: string[];
  marker?: { color: unknown };
};
const traces = (figure: { data: object[] }): Trace[] => figure.data as Trace[];

test("ratios stand beside the article's, with intervals and the A/A band", () => {
  const figure = ratioDots(section(0.02));
  const [here, article] = traces(figure);
  assert.deepEqual(here.x, [1, 1.1]);
  assert.ok(Math.abs(here.error_x!.array[1] - 0.02) < 1e-12);
  assert.ok(Math.abs(article.x[1] - 1.2) < 1e-12);
  assert.equal((figure.layout!.shapes as object[]).length, 2);
});

test('without intervals the bars span the ratios of the rounds, and there is no band', () => {
  const quick = section(null);
  const [numba, batch] = quick.rows;
  numba.measured.samples = [100, 200];
  batch.measured.samples = [105, 230];
  const figure = ratioDots(quick);
  const { x, error_x: bars } = traces(figure)[0] as Trace & {
    error_x: { array: number[]; arrayminus: number[] };
  };
  assert.deepEqual(
    [bars.array[0], bars.arrayminus[0]],
    [0, 0],
    'what all are held against is 1 in every round',
  );
  assert.ok(Math.abs(x[1] + bars.array[1] - 1.15) < 1e-9);
  assert.ok(Math.abs(x[1] - bars.arrayminus[1] - 1.05) < 1e-9);
  assert.equal((figure.layout!.shapes as object[]).length, 1);
});

test('in-process kernels have no boundary to show', () => {
  assert.deepEqual(traces(boundaryShare(section(null)))[0].y, ['rust_batch_unix']);
});

test('flips lie on the price at the bars shown, dates on the axis where there are any', () => {
  const series = gbm({ bars: 1_000 });
  const [price, flips] = traces(priceFlips(series, { lengths: [6], from: 100, bars: 50 }));
  assert.equal(price.x.length, 50);
  assert.ok(flips.x.length > 5);
  flips.x.forEach((bar, i) => {
    assert.ok(bar >= 100 && bar < 150);
    assert.equal(flips.y[i], series.close[bar]);
  });
  const dated = { ...series, dates: Array.from({ length: 1_000 }, (_, i) => `day ${i}`) };
  assert.equal(traces(priceFlips(dated, { from: 3, bars: 2 }))[0].x[0] as unknown, 'day 3');
  assert.throws(
    () => priceFlips(series, { from: 1_000 }),
    /option from: got 1000, expected a bar of the series, 0 to 999/,
  );
});

test('the gate figure tells each combo of each variant apart', () => {
  const variant = {
    sweeps: 1,
    rows: 2,
    row_levels: [0, 0],
    bit_equal: true,
    max_abs_pnl_difference: 0,
    first_difference: null,
    ok: true,
  };
  const bad = { ...variant, architecture: 'bad', ok: false, row_levels: [1, 2] };
  const gate = {
    all_ok: false,
    references: ['golden'],
    variants: [{ ...variant, architecture: 'good' }, bad],
  };
  const [heat] = gateByCombo(gate, [6, 8]).data as { z: number[][]; text: string[][]; x: string[] }[];
  assert.deepEqual(heat.z, [
    [0, 0],
    [1, 2],
  ]);
  assert.deepEqual(heat.text[1], ['within 1e-6', 'differs']);
  assert.deepEqual(heat.x, ['6', '8']);
});

test('the frame drawn has the sizes of the protocol', () => {
  const text = JSON.stringify(frameLayout({ bars: 150_000, combos: 80 }).layout);
  assert.match(text, /request, 1,203,853 bytes/);
  assert.match(text, /reply, 1,284 bytes/);
});

test('the frame drawn fits a phone: a row a field, each with its place and size', () => {
  const { annotations, shapes } = frameLayout().layout as {
    annotations: { x: number; y: number; text: string }[];
    shapes: object[];
  };
  assert.equal(shapes.length, 9);
  const places = annotations.map(({ x, y }) => `${x} ${y}`);
  assert.equal(new Set(places).size, places.length);
  const params = annotations.find(({ text }) => text === '<b>params</b>')!;
  const row = annotations.filter(({ y }) => y === params.y).map(({ text }) => text);
  assert.deepEqual(row, ['<b>params</b>', '6 x i64 each', '1,200,013', '3,840']);
});

test('long titles are cut into lines, and the margin above grows with them', () => {
  const made = layout('One sweep on the wire: a frame there, a frame back, little-endian', {
    xaxis: { title: { text: 'times the threshold (log); right of 1 it holds' } },
    margin: { l: 10 },
  }) as { title: { text: string }; margin: object; xaxis: { title: { text: string } } };
  assert.equal(made.title.text, 'One sweep on the wire: a frame there, a<br>frame back, little-endian');
  assert.deepEqual(made.margin, { l: 10, r: 24, t: 76, b: 56 });
  assert.equal(made.xaxis.title.text, 'times the threshold (log);<br>right of 1 it holds');
  const short = layout('Short<br>lines') as { title: { text: string } };
  assert.equal(short.title.text, 'Short<br>lines');
});

test('many combos stand without gaps in the gate figure', () => {
  const gap = (combos: number) => {
    const variants = [{ architecture: 'good', row_levels: Array(combos).fill(0) }];
    const gate = { all_ok: true, references: ['golden'], variants };
    return (gateByCombo(gate as never, Array(combos).fill(6)).data[0] as { xgap: number }).xgap;
  };
  assert.deepEqual([gap(40), gap(41)], [1, 0]);
});

test('net and gross are drawn against length', () => {
  const rows = [{ length: 6, pnl: -5, gross_pnl: -1, trades: 4 }];
  const [net, gross] = traces(pnlByLength({ rows } as never));
  assert.deepEqual([net.x, net.y, gross.y], [[6], [-5], [-1]]);
});

test('the curve net of fees says what a trade costs, nothing too', () => {
  for (const fee of [0, 0.002, 0.09, 1e-9]) {
    const rows = [{ length: 6, pnl: -5, gross_pnl: -1, trades: 4, fee }];
    const [net] = traces(pnlByLength({ rows } as never));
    assert.equal(net.name, `net of fees, ${fee} % a trade`);
  }
});
