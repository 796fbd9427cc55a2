import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THIN_ABOVE, thinFigure } from '../../src/notebook/thin-figure';

const N = 2 * THIN_ABOVE;
const ramp = Float64Array.from({ length: N }, (_, i) => i);
const wave = ramp.map((i) => Math.sin(i / 50));
type Trace = {
  x: ArrayLike<unknown>;
  y: Float64Array;
  mode: string;
  text?: string[];
  error_y?: { array: Float64Array };
};
const only = (
  trace: object,
  layout: Record<string, unknown> = {},
): { trace: Trace; figure: ReturnType<typeof thinFigure> } => {
  const figure = thinFigure({ data: [trace], layout }, 100);
  return { trace: figure.data[0] as Trace, figure };
};

test('a long line is thinned, and the figure says so', () => {
  const annotation = { text: 'mine' };
  const { trace, figure } = only({ x: ramp, y: wave }, { annotations: [annotation] });
  assert.ok(trace.y.length <= 202);
  assert.ok(trace.y instanceof Float64Array);
  assert.equal(trace.mode, 'lines');
  const { annotations } = figure.layout as { annotations: { text: string }[] };
  assert.equal(annotations[0], annotation);
  assert.match(annotations[1]!.text, /20,000 points, drawn as lowest and highest of each of 100 columns/);
});

test('the figure that was given is not changed', () => {
  const figure = { data: [{ y: wave }], layout: {} };
  thinFigure(figure, 100);
  assert.equal(figure.data[0]!.y, wave);
  assert.deepEqual(figure.layout, {});
});

test('a line without x gets the places of its points', () => {
  const { trace } = only({ y: wave, x0: 10, dx: 2 });
  assert.equal(trace.x[0], 10);
  assert.equal(trace.x[trace.x.length - 1], 10 + 2 * (N - 1));
});

test('texts and error bars stay with their points', () => {
  const { trace } = only({
    x: ramp,
    y: wave,
    text: Array.from(ramp, String),
    error_y: { type: 'data', array: ramp },
  });
  assert.equal(trace.text!.length, trace.y.length);
  assert.ok(trace.text!.every((text, i) => Number(text) === trace.x[i]));
  assert.deepEqual(Array.from(trace.error_y!.array), Array.from(trace.x as Float64Array));
});

test('dates are places too', () => {
  const days = Array.from(ramp, (i) => new Date(i * 86_400_000).toISOString().slice(0, 10));
  const { trace } = only({ x: days, y: wave });
  assert.ok(trace.y.length <= 202);
  assert.equal(trace.x[0], '1970-01-01');
});

test('a short line, markers, bars, names and x out of order are kept whole', () => {
  const backwards = ramp.slice().reverse();
  const names = Array.from(ramp, (i) => `n${i}`);
  for (const trace of [
    { x: [1, 2], y: [1, 2] },
    { x: ramp, y: wave, mode: 'markers' },
    { x: ramp, y: wave, mode: 'lines+markers' },
    { x: ramp, y: wave, type: 'bar' },
    { x: backwards, y: wave },
    { x: names, y: wave },
  ]) {
    const figure = { data: [trace], layout: {} };
    assert.equal(thinFigure(figure, 100), figure);
  }
});

test('a logarithmic axis thins along its own scale', () => {
  const x = Float64Array.from(ramp, (i) => 10 ** ((6 * i) / N));
  const { trace } = only({ x, y: wave }, { xaxis: { type: 'log' } });
  assert.ok(Array.from(trace.x as Float64Array).filter((at) => at < 10).length > 20);
  const second = thinFigure({ data: [{ x, y: wave, xaxis: 'x2' }], layout: { xaxis2: { type: 'log' } } }, 100)
    .data[0] as Trace;
  assert.ok(Array.from(second.x as Float64Array).filter((at) => at < 10).length > 20);
});
