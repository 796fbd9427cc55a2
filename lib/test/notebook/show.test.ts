import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { inNotebook } from '../../src/notebook/output';
import { show } from '../../src/notebook/show';
import { capturedOutputs } from './captured-outputs';
import { decodedPng } from './picture/decoded-png';

const PLOTLY = 'application/vnd.plotly.v1+json';
const figure = {
  data: [{ type: 'scatter', name: 'floor', x: [1, 2], y: Float64Array.of(14, 15) }],
  layout: { title: { text: 'Echo <b>curve</b>' }, xaxis: { title: { text: 'floats' } } },
};

test('a figure is one output, whole when the call returns: live, picture and text', (t) => {
  const outputs = capturedOutputs(t);
  show(figure);
  assert.equal(outputs.length, 1);
  const { data, update, metadata } = outputs[0]!;
  assert.equal(update, false);
  assert.deepEqual(Object.keys(data).sort(), [PLOTLY, 'image/png', 'image/svg+xml', 'text/plain']);
  assert.deepEqual(metadata, { 'image/png': { width: 700, height: 420 } });
  assert.equal(data['text/plain'], '[figure] Echo curve; x: floats; traces: floor');
  const live = data[PLOTLY] as { data: { y: unknown }[]; layout: unknown; config: unknown };
  assert.deepEqual(live.data[0]!.y, {
    dtype: 'f8',
    bdata: Buffer.from(Float64Array.of(14, 15).buffer).toString('base64'),
  });
  assert.deepEqual(live.layout, figure.layout);
  assert.deepEqual(live.config, {
    responsive: true,
    displaylogo: false,
    // what is saved by plotly's button is the figure as it stands on the page
    toImageButtonOptions: { width: null, height: null },
  });
  assert.match(
    data['image/svg+xml']!,
    /^<svg[^>]* role="img"><title>Echo curve; x: floats; traces: floor<\/title>/,
  );
});

test('the PNG beside the SVG is the same picture, small for a notebook', (t) => {
  const outputs = capturedOutputs(t);
  const line = { type: 'scatter', y: Float64Array.from({ length: 500 }, (_, i) => Math.sin(i / 20)) };
  show({ data: [{ ...line, line: { color: '#d62728' } }], layout: { title: { text: 'sine' } } });
  show({ data: [line], layout: { paper_bgcolor: 'rgba(0,0,0,0)', plot_bgcolor: 'rgba(0,0,0,0)' } });
  show({
    data: [
      {
        type: 'heatmap',
        z: [
          [1, 2, 3],
          [3, 1, 2],
        ],
      },
    ],
  });
  for (const { data } of outputs) {
    const { width, height, colours } = decodedPng(Buffer.from(data['image/png']!, 'base64'));
    assert.deepEqual([width, height], [1050, 630]);
    assert.equal(colours[0]!.colour, '#ffffff', 'a white card, also where the figure has no ground');
    assert.ok(colours.length > 20 && colours.length <= 256);
    assert.ok(data['image/png']!.length < 60_000, `${data['image/png']!.length} characters`);
  }
  const red = decodedPng(Buffer.from(outputs[0]!.data['image/png']!, 'base64')).colours;
  assert.ok(red.some(({ colour, pixels }) => colour === '#d62728' && pixels > 500));
});

test('no output holds a copy of plotly.js', (t) => {
  const outputs = capturedOutputs(t);
  show(figure);
  assert.ok(JSON.stringify(outputs).length < 60_000);
  assert.doesNotMatch(JSON.stringify(outputs), /<script|Plotly\.newPlot/);
});

test('without a picture nothing is drawn', (t) => {
  const outputs = capturedOutputs(t);
  show(figure, { picture: false });
  assert.deepEqual(Object.keys(outputs[0]!.data).sort(), [PLOTLY, 'text/plain']);
});

test('a figure that only a browser can draw is live, and its text says why there is no picture', (t) => {
  const outputs = capturedOutputs(t);
  show({ data: [{ type: 'surface', z: [[1, 2]] }] });
  const { data } = outputs[0]!;
  assert.deepEqual(Object.keys(data).sort(), [PLOTLY, 'text/plain']);
  assert.match(data['text/plain'], /surface needs a browser/);
});

test('a figure of many markers has a PNG, whose size does not burden the notebook', (t) => {
  const outputs = capturedOutputs(t);
  const n = 7_000;
  const places = Float64Array.from({ length: n }, (_, i) => (i * 7919) % n);
  show({ data: [{ type: 'scattergl', mode: 'markers', x: places, y: places }] });
  const { data } = outputs[0]!;
  assert.deepEqual(Object.keys(data).sort(), [PLOTLY, 'image/png', 'text/plain']);
  assert.ok(Buffer.from(data['image/png']!, 'base64').subarray(1, 4).equals(Buffer.from('PNG')));
  assert.equal((data[PLOTLY] as { data: { type: string }[] }).data[0]!.type, 'scattergl');
});

test('a long line is thinned for the page, unless every point is asked for', (t) => {
  const outputs = capturedOutputs(t);
  const y = Float64Array.from({ length: 20_000 }, (_, i) => Math.sin(i));
  const bytes = () =>
    ((outputs.at(-1)!.data[PLOTLY] as { data: { y: { bdata: string } }[] }).data[0]!.y.bdata.length * 3) / 4;
  show({ data: [{ y }] }, { picture: false });
  assert.ok(bytes() <= 2_002 * 8 + 8);
  show({ data: [{ y }] }, { picture: false, everyPoint: true });
  assert.ok(bytes() >= 20_000 * 8);
});

test('rows, facts and texts are outputs of their own kinds', (t) => {
  const outputs = capturedOutputs(t);
  show([{ codec: 'raw', µs: 1.9 }]);
  show({ floor: { value: 14, unit: 'µs', published: 14.05 } });
  show('plain *text*');
  show('# head', { text: 'markdown' });
  assert.deepEqual(
    outputs.map(({ data }) => Object.keys(data)),
    [
      ['text/plain', 'text/html'],
      ['text/plain', 'text/html'],
      ['text/plain'],
      ['text/plain', 'text/markdown'],
    ],
  );
  assert.match(outputs[1]!.data['text/html']!, /published/);
  assert.equal(outputs[2]!.data['text/plain'], 'plain *text*');
});

test('anything can be shown; nothing that can be printed throws', (t) => {
  const outputs = capturedOutputs(t);
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const values = [
    undefined,
    null,
    5,
    5n,
    true,
    Symbol('s'),
    () => 1,
    [],
    [1, 2],
    {},
    cycle,
    new Map([[1, 2]]),
    new Error('e'),
    new Float64Array(3),
  ];
  for (const value of values) show(value);
  assert.equal(outputs.length, values.length);
  assert.ok(outputs.every(({ data }) => data['text/plain'].length > 0));
  assert.equal(outputs[0]!.data['text/plain'], 'undefined');
});

test('a wrong option is named', () => {
  assert.throws(() => show('x', { row: 5 } as object), { code: 'OPTION', message: /row.*known are rows/ });
  assert.throws(() => show([{ a: 1 }], { rows: 0 }), { code: 'OPTION', message: /rows/ });
  assert.throws(() => show('x', { text: 'html' as 'plain' }), { code: 'OPTION', message: /text/ });
});

test('a size out of range is named, and nothing is shown', (t) => {
  const outputs = capturedOutputs(t);
  assert.throws(() => show(figure, { width: 5 }), { code: 'OPTION', message: /width/ });
  assert.equal(outputs.length, 0);
});

test('outside a notebook show prints, and starts no thread', () => {
  assert.equal(inNotebook(), false);
  const module = join(__dirname, '../../src/notebook/show.js');
  const script = `
    const { show } = require(${JSON.stringify(module)});
    show({ data: [{ y: [1, 2] }], layout: { title: 'Echo' } });
    show([{ a: 1, b: 'x' }]);
    show('text');
    console.log(process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort/.test(name)).length);`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.equal(
    stdout,
    "[figure] Echo\n(exportHtml(figure, 'figure.html') writes it as a page)\na  b\n─  ─\n1  x\ntext\n0\n",
  );
});
