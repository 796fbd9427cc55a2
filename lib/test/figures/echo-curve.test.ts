import assert from 'node:assert/strict';
import { test } from 'node:test';
import { echoCurveLines, echoFloors } from '../../src/figures';
import type { EchoRow, Section } from '../../src/study';

const SIZES = [1, 1_000, 150_000];

function rows(client: EchoRow['client'], transport: EchoRow['transport'], placement: EchoRow['placement']) {
  return SIZES.map((floats) => {
    const us = 20 + floats / 100;
    return {
      client,
      title: `the client ${client}`,
      transport,
      placement,
      process: 'worker',
      floats,
      bytes: floats * 8,
      measured: { median: us, low: us * 0.9, high: us * 1.2 },
      block_medians: [[us, us], [us], [us], [us], [us]],
    } as unknown as EchoRow;
  });
}

const section = {
  run: { quick: false },
  rows: [
    ...rows('python', 'unix', 'unpinned'),
    ...rows('rust', 'unix', 'unpinned'),
    ...rows('rust', 'tcp', 'same'),
  ],
} as unknown as Section<EchoRow>;

type Trace = { name: string; x: number[]; y: number[]; yaxis?: string; error_y?: { array: number[] } };
const traces = (figure: { data: object[] }): Trace[] => figure.data as Trace[];
const named = (figure: { data: object[] }, name: string): Trace =>
  traces(figure).find((trace) => trace.name === name)!;

test("the curve stands beside the article's points and model, both with their residuals", () => {
  const figure = echoCurveLines(section);
  assert.deepEqual(named(figure, 'the client rust').x, [8, 8_000, 1_200_000]);
  assert.ok(Math.abs(named(figure, 'the client rust').error_y!.array[0] - 20.01 * 0.2) < 1e-9);
  assert.deepEqual(named(figure, 'the article (M2 Max)').y, [14.05, 18.1, 2_043.4]);
  const article = named(figure, 'the article (M2 Max): over model');
  assert.equal(article.yaxis, 'y2');
  assert.ok(Math.abs(article.y[1] - 18.1 / 27.333) < 1e-3);
  for (const ratio of named(figure, 'the client rust: over model').y) assert.ok(Math.abs(ratio - 1) < 1e-6);
  assert.match(JSON.stringify(figure.layout), /Unix socket, unpinned/);
});

test('another placement or transport is drawn on request, and what was not measured is refused', () => {
  const figure = echoCurveLines(section, { placement: 'same', transport: 'tcp' });
  assert.equal(traces(figure).filter((trace) => /over model/.test(trace.name)).length, 2);
  assert.match(JSON.stringify(figure.layout), /TCP, same processor/);
  assert.throws(() => echoCurveLines(section, { placement: 'different' }), {
    code: 'OPTION',
    message: 'option placement: got "different", expected one that the section measured',
  });
  assert.throws(() => echoCurveLines(section, { transport: 'pipe' as never }), { code: 'OPTION' });
  assert.throws(() => echoCurveLines(section, { client: 'rust' } as never), { code: 'OPTION' });
});

test('floors are drawn by client and transport, a colour for each placement', () => {
  const figure = echoFloors(section);
  assert.deepEqual(named(figure, 'unpinned').y as unknown, ['python, unix', 'rust, unix']);
  assert.deepEqual(named(figure, 'same processor').y as unknown, ['rust, tcp']);
  assert.ok(Math.abs(named(figure, 'unpinned').x[0] - 20) < 0.1);
});
