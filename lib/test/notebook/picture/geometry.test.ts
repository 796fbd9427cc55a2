import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { JSDOM } from 'jsdom';
import { compose, mapBox, parseTransform, unite } from '../../../src/notebook/picture/affine';
import { PixelCanvas } from '../../../src/notebook/picture/canvas';
import { pathBox, pathLength, pointAlong } from '../../../src/notebook/picture/path';
import { encodePng } from '../../../src/notebook/picture/png';
import { ownBox, pageBox } from '../../../src/notebook/picture/svg-box';
import { textWidth } from '../../../src/notebook/picture/text-width';

const near = (actual: number, expected: number, within = 1e-9) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual}, expected ${expected}`);

test('transforms are read and done from the right', () => {
  const unit = { left: 0, top: 0, right: 1, bottom: 1 };
  assert.deepEqual(mapBox(parseTransform('translate(10,20) scale(2)'), unit), {
    left: 10,
    top: 20,
    right: 12,
    bottom: 22,
  });
  const turned = mapBox(parseTransform('rotate(90)'), { left: 0, top: 0, right: 2, bottom: 1 });
  near(turned.left, -1);
  near(turned.bottom, 2);
  const about = mapBox(parseTransform('rotate(180, 5, 5)'), unit);
  near(about.left, 9);
  near(about.bottom, 10);
  assert.deepEqual(parseTransform('matrix(1 0 0 1 3 4)'), [1, 0, 0, 1, 3, 4]);
  for (const odd of [null, '', 'nonsense', 'translate(NaN)', 'skewX(30)']) {
    assert.deepEqual(parseTransform(odd), [1, 0, 0, 1, 0, 0]);
  }
  assert.deepEqual(compose([1, 0, 0, 1, 5, 5], [2, 0, 0, 2, 0, 0]), [2, 0, 0, 2, 5, 5]);
});

test('no box and a box are the box', () => {
  const box = { left: 1, top: 1, right: 2, bottom: 2 };
  assert.equal(unite(null, box), box);
  assert.equal(unite(null, null), null);
  assert.deepEqual(unite(box, { left: 0, top: 3, right: 1, bottom: 4 }), {
    left: 0,
    top: 1,
    right: 2,
    bottom: 4,
  });
});

test('paths: lines, relative moves, curves and arcs', () => {
  assert.deepEqual(pathBox('M1,2H5V8L3,9Z'), { left: 1, top: 2, right: 5, bottom: 9 });
  assert.deepEqual(pathBox('m1 1l2 0 0 2-2 0z'), { left: 1, top: 1, right: 3, bottom: 3 });
  near(pathLength('M0,0H3V4'), 7);
  near(pathLength('M0,0 3,4'), 5);
  const half = pathBox('M-1,0A1,1 0 0 1 1,0')!;
  near(half.top, -1, 0.01);
  near(half.bottom, 0, 1e-9);
  near(pathLength('M-1,0A1,1 0 0 1 1,0'), Math.PI, 0.01);
  near(pathBox('M0,0Q1,2 2,0')!.bottom, 1, 0.01);
  near(pathBox('M0,0C0,2 2,2 2,0S4,-2 4,0')!.top, -1.5, 0.02);
  assert.equal(pathBox(''), null);
  assert.equal(pathBox('M0,0')!.right, 0);
});

test('points along a path, and past its ends', () => {
  assert.deepEqual(pointAlong('M0,0H10V10', 15), { x: 10, y: 5 });
  assert.deepEqual(pointAlong('M2,3H10', -1), { x: 2, y: 3 });
  assert.deepEqual(pointAlong('M2,3H10', 99), { x: 10, y: 3 });
  assert.deepEqual(pointAlong('', 1), { x: 0, y: 0 });
});

test('text is as wide as DejaVu Sans sets it', () => {
  // Measured with HarfBuzz: 4 characters of 0.636 em; M, i, W by the font's table.
  near(textWidth('1234', 10), 25.44, 0.01);
  near(textWidth('MiW', 100), 86.3 + 27.8 + 98.9, 0.2);
  assert.ok(textWidth('bold', 10, true) > textWidth('bold', 10));
  assert.equal(textWidth('', 12), 0);
  assert.equal(textWidth('漢字', 10), 20);
  assert.equal(textWidth('e\u0301', 10), textWidth('e', 10));
  assert.equal(textWidth('\u200b', 10), 0);
});

const svgOf = (inner: string): Element =>
  new JSDOM(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`, { contentType: 'image/svg+xml' }).window
    .document.documentElement;

test('a text stands at its anchor, on its baseline, line under line', () => {
  const width = textWidth('wide', 10);
  for (const [anchor, left] of [
    ['start', 50],
    ['middle', 50 - width / 2],
    ['end', 50 - width],
  ] as const) {
    const box = ownBox(
      svgOf(`<text x="50" y="20" style="font-size: 10px" text-anchor="${anchor}">wide</text>`)
        .firstElementChild!,
    )!;
    near(box.left, left);
    near(box.right - box.left, width);
    near(box.top, 20 - 9.28);
    near(box.bottom, 20 + 2.36);
  }
  const lines = svgOf(
    '<text y="0" font-size="10"><tspan class="line" dy="0em">a</tspan><tspan class="line" dy="1.3em">bbb</tspan></text>',
  );
  const box = ownBox(lines.firstElementChild!)!;
  near(box.right, textWidth('bbb', 10));
  near(box.bottom, 13 + 2.36);
});

test('a group is as large as what it holds, wherever that was moved', () => {
  const svg = svgOf(
    '<g transform="translate(100,0)"><rect x="1" y="2" width="3" height="4" transform="translate(10,10)"/><g/></g>',
  );
  assert.deepEqual(ownBox(svg.firstElementChild!), { left: 11, top: 12, right: 14, bottom: 16 });
  assert.deepEqual(pageBox(svg.firstElementChild!), { left: 111, top: 12, right: 114, bottom: 16 });
  assert.equal(ownBox(svgOf('<g/>').firstElementChild!), null);
});

test('a canvas paints rectangles and pixels, within its edges', () => {
  const canvas = new PixelCanvas(3, 2);
  canvas.fillStyle = 'rgba(10, 20, 30, 0.5)';
  canvas.fillRect(-5, -5, 6, 6);
  const image = canvas.createImageData(2, 2);
  image.data.set([1, 2, 3, 4], 0);
  canvas.putImageData(image, 2, 1);
  const png = Buffer.from(canvas.toDataURL().split(',')[1]!, 'base64');
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  assert.deepEqual([...rows.subarray(0, 9)], [0, 10, 20, 30, 128, 0, 0, 0, 0]);
  assert.deepEqual([...rows.subarray(13)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
});

test('a PNG ends with the checksum every PNG ends with', () => {
  const png = encodePng(1, 1, Uint8Array.of(1, 2, 3, 4));
  assert.equal(png.subarray(-8).toString('hex'), '49454e44ae426082');
});
