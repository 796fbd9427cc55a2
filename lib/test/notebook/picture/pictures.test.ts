import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { JSDOM } from 'jsdom';
import { toPng, toSvg, toSvgNow } from '../../../src/notebook/picture';

async function drawn(data: object[], layout: Record<string, unknown> = {}): Promise<Element> {
  const svg = await toSvg({ data, layout });
  const parsed = new JSDOM(svg, { contentType: 'image/svg+xml' }).window.document;
  return parsed.documentElement;
}

const count = (svg: Element, selector: string): number => svg.querySelectorAll(selector).length;
const texts = (svg: Element): string[] =>
  Array.from(svg.querySelectorAll('text'), (text) => text.textContent!);

test('titles that are texts are drawn as those that are objects', async () => {
  const svg = await drawn([{ y: [1, 2] }], {
    title: 'Echo',
    xaxis: { title: 'floats' },
    yaxis: { title: { text: 'µs' } },
  });
  for (const title of ['Echo', 'floats', 'µs']) assert.ok(texts(svg).includes(title), title);
});

test('a line with markers, error bars and a legend is drawn', async () => {
  const error_y = { type: 'data', array: [1, 1, 1] };
  const svg = await drawn([
    { x: [1, 2, 3], y: [4, 6, 5], mode: 'lines+markers', name: 'Unix', error_y },
    { x: [1, 2, 3], y: [1, 2, 1], name: 'TCP' },
  ]);
  assert.ok(count(svg, 'path.js-line') >= 2);
  assert.equal(count(svg, '.scatterlayer .trace:first-child path.point'), 3);
  assert.equal(count(svg, '.errorbar'), 3);
  assert.ok(texts(svg).includes('Unix') && texts(svg).includes('TCP'));
});

test('bars with texts are drawn', async () => {
  const svg = await drawn([{ type: 'bar', x: ['a', 'b'], y: [1, 3], text: ['one', 'three'] }]);
  assert.equal(count(svg, '.barlayer path'), 2);
  assert.ok(texts(svg).includes('three'));
});

test("a heatmap is drawn in its cells' colours", async () => {
  const svg = await drawn([
    {
      type: 'heatmap',
      z: [Float64Array.of(0, 1), Float64Array.of(1, 0)],
      colorscale: [
        [0, 'rgb(255,0,0)'],
        [1, 'rgb(0,0,255)'],
      ],
    },
  ]);
  const href = svg.querySelector('.hm image')!.getAttribute('xlink:href')!;
  const png = Buffer.from(href.split(',')[1]!, 'base64');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2, 2]);
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  assert.deepEqual([...rows.subarray(1, 9)], [0, 0, 255, 255, 255, 0, 0, 255]);
  assert.deepEqual([...rows.subarray(10, 18)], [255, 0, 0, 255, 0, 0, 255, 255]);
});

test('logarithmic axes have their decades', async () => {
  const svg = await drawn([{ x: [1, 10, 100, 1000], y: [1, 10, 100, 1000] }], {
    xaxis: { type: 'log' },
    yaxis: { type: 'log' },
  });
  const ticks = Array.from(svg.querySelectorAll('.xtick text'), (text) => text.textContent);
  assert.deepEqual(
    ticks.filter((tick) => tick!.startsWith('1')),
    ['1', '10', '100', '1000'],
  );
});

test('annotations with arrows, shapes and titles are drawn', async () => {
  const svg = await drawn([{ x: [1, 2], y: [1, 2] }], {
    title: { text: 'Echo <b>curve</b>', subtitle: { text: 'median' } },
    xaxis: { title: { text: 'floats' } },
    annotations: [{ x: 1.5, y: 1.5, text: 'here', showarrow: true, arrowhead: 2 }],
    shapes: [{ type: 'line', x0: 1, x1: 2, y0: 1, y1: 1 }],
  });
  assert.equal(count(svg, '.annotation-arrow-g path'), 2);
  assert.equal(count(svg, '.shapelayer path'), 1);
  for (const text of ['Echo curve', 'median', 'floats', 'here']) assert.ok(texts(svg).includes(text), text);
});

for (const [type, trace, selector] of [
  ['box', { y: [1, 2, 3, 9] }, '.boxlayer path.box'],
  ['violin', { y: [1, 2, 3, 9] }, '.violinlayer path.violin'],
  ['histogram', { x: [1, 1, 2] }, '.barlayer path'],
  [
    'contour',
    {
      z: [
        [1, 2],
        [3, 9],
      ],
    },
    '.contourlayer path',
  ],
  ['pie', { values: [1, 2] }, '.pielayer path.surface'],
  ['scatterpolar', { r: [1, 2], theta: [0, 90] }, '.scatterlayer path'],
  ['sankey', { node: { label: ['a', 'b'] }, link: { source: [0], target: [1], value: [1] } }, '.sankey-link'],
] as const) {
  test(`a trace of type ${type} is drawn`, async () => {
    const svg = await drawn([{ type, ...trace }]);
    assert.ok(count(svg, selector) > 0);
  });
}

test('a WebGL scatter is drawn as its plain twin', async () => {
  const svg = await drawn([{ type: 'scattergl', mode: 'markers', x: [1, 2], y: [1, 2] }]);
  assert.equal(count(svg, 'path.point'), 2);
});

test('legends have room for their texts, and margins for their labels', async () => {
  const name = 'a name that takes some room in a legend';
  const label = 'rust_batch_unchecked_with_a_long_name';
  const svg = await drawn([{ type: 'bar', orientation: 'h', y: [label], x: [1], name, showlegend: true }], {
    yaxis: { automargin: true },
  });
  const legend = Number(svg.querySelector('.legend rect.bg')!.getAttribute('width'));
  assert.ok(legend > name.length * 5 && legend < name.length * 9, `${legend} px`);
  const plot = Number(
    /translate\(([\d.]+)/.exec(
      svg.querySelector('.bars')?.closest('[transform]')?.getAttribute('transform') ?? '',
    )?.[1],
  );
  assert.ok(plot > label.length * 5, `${plot} px`);
});

test('the same figure gives the same text, another gives other ids', async () => {
  const one = { data: [{ x: [1, 2], y: [1, 2] }] };
  const first = await toSvg(one);
  const other = await toSvg({ data: [{ x: [1, 2], y: [1, 3] }] });
  assert.equal(await toSvg(one), first);
  const ids = (svg: string) => new Set(Array.from(svg.matchAll(/<clipPath id="([^"]*)/g), ([, id]) => id!));
  assert.ok(ids(first).size > 0);
  assert.ok([...ids(first)].every((id) => !ids(other).has(id)));
});

test("the picture has the size asked for, else the layout's, else 700 by 420", async () => {
  const size = (svg: string) => [/ width="(\d+)"/.exec(svg)![1], / height="(\d+)"/.exec(svg)![1]];
  const data = [{ y: [1, 2] }];
  assert.deepEqual(size(await toSvg({ data })), ['700', '420']);
  assert.deepEqual(size(await toSvg({ data, layout: { width: 500, height: 300 } })), ['500', '300']);
  assert.deepEqual(size(await toSvg({ data, layout: { width: 500 } }, { width: 640, height: 200 })), [
    '640',
    '200',
  ]);
});

test('many pictures at once are all drawn, each its own, and one can be slept for among them', async () => {
  const figureOf = (title: string) => ({ data: [{ y: [1, 2] }], layout: { title: { text: title } } });
  const waiting = ['a1', 'b2', 'c3'].map((title) => toSvg(figureOf(title)));
  assert.match(toSvgNow(figureOf('now')), />now</);
  const svgs = await Promise.all(waiting);
  assert.deepEqual(
    svgs.map((svg) => /<title>(.*?)<\/title>/.exec(svg)![1]),
    ['a1', 'b2', 'c3'],
  );
});

test('a PNG is as many pixels as asked for, and has its text', async () => {
  const png = Buffer.from(await toPng({ data: [{ y: [1, 2] }] }, { width: 200, height: 100, scale: 2 }));
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [400, 200]);
});

test('what can not be drawn is told', async () => {
  for (const type of ['scatter3d', 'surface', 'scattermap']) {
    await assert.rejects(toSvg({ data: [{ type }] }), {
      code: 'PICTURE',
      message: new RegExp(`${type} needs a browser`),
    });
  }
  const many = new Float64Array(30_000);
  await assert.rejects(toSvg({ data: [{ mode: 'markers', y: many }] }), {
    code: 'PICTURE',
    message: /30,000 markers/,
  });
  await assert.rejects(toSvg('x' as never), { code: 'OPTION', message: /figure/ });
  await assert.rejects(toSvg({ data: [] }, { width: Number.NaN }), { code: 'OPTION', message: /width/ });
  await assert.rejects(toPng({ data: [] }, { size: 5 } as object), { code: 'OPTION', message: /size/ });
});

test('after a failure the next figure is drawn', async () => {
  await assert.rejects(toSvg({ data: [{ y: { dtype: 'x9', bdata: 'AA==' } }] }), {
    code: 'PICTURE',
    message: /dtype/,
  });
  assert.match(await toSvg({ data: [{ y: [1, 2] }] }), /^<svg/);
});

test('an empty figure is drawn', async () => {
  assert.match(await toSvg({ data: [] }), /^<svg/);
});

test('the drawing thread ends with the process, and keeps none alive', () => {
  const module = join(__dirname, '../../../src/notebook/picture/index.js');
  const draw = `require(${JSON.stringify(module)})`;
  const run = (script: string) =>
    spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 60_000 });
  const awaited = run(`${draw}.toSvg({ data: [] }).then((svg) => console.log(svg.slice(0, 4)))`);
  assert.deepEqual([awaited.stdout, awaited.stderr, awaited.status], ['<svg\n', '', 0]);
  const slept = run(`console.log(${draw}.toSvgNow({ data: [] }).slice(0, 4))`);
  assert.deepEqual([slept.stdout, slept.stderr, slept.status], ['<svg\n', '', 0]);
  const left = run(`${draw}.toSvg({ data: [] }); process.exit(3)`);
  assert.deepEqual([left.stdout, left.stderr, left.status], ['', '', 3]);
});
