import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { frameLayout, gbm, type PlotlyFigure, priceFlips } from '../../src';
import { COLOURS } from '../../src/figures/style';
import { plotlyJson } from '../../src/notebook/plotly-json';
import { projectRoot } from '../../src/project';

/** The page's own script, as a page has it. */
const scheme = runInNewContext(
  `${readFileSync(join(projectRoot(), 'lib', 'assets', 'figure-scheme.js'), 'utf8')}; figureScheme;`,
) as { darkened(content: object, paper?: string): PlotlyFigure };

const darkened = (figure: object): PlotlyFigure =>
  JSON.parse(JSON.stringify(scheme.darkened(plotlyJson(figure) as object))) as PlotlyFigure;

const PAPER = [0x14, 0x18, 0x1d];

function rgb(colour: string): number[] {
  const listed = /^rgba?\((.+)\)$/.exec(colour);
  if (listed !== null) return listed[1]!.split(',').map(Number);
  return colour.match(/[0-9a-f]{2}/g)!.map((pair) => Number.parseInt(pair, 16));
}

function luminance(colour: readonly number[]): number {
  const [r, g, b] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** The contrast of two colours as the web's guidelines have it: 1 to 21. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** How a colour of a mark comes out. */
const marked = (colour: string): string =>
  darkened({ data: [{ marker: { color: colour } }] }).data[0]!.marker!.color as string;

test('inks are light in the dark, and every colour of the figures can be seen there', () => {
  assert.ok(contrast(rgb(marked(COLOURS.ink)), PAPER) > 7);
  assert.ok(contrast(rgb(marked(COLOURS.quiet)), PAPER) > 4.5);
  for (const colour of ['ours', 'published', 'up', 'down', 'third'] as const) {
    assert.ok(contrast(rgb(marked(COLOURS[colour])), PAPER) > 3.3, colour);
  }
  const grid = contrast(rgb(marked(COLOURS.grid)), PAPER);
  assert.ok(grid > 1.1 && grid < 2, 'a grid is there and no more');
});

test('colours are kept, black and white change places, in whatever form they are written', () => {
  assert.equal(marked('#d55e00'), '#d55e00');
  assert.equal(marked('rgb(213, 94, 0)'), 'rgb(213, 94, 0)');
  assert.equal(marked('tomato'), 'tomato');
  for (const black of ['#000', '#000000', 'black', 'rgb(0,0,0)', 'Black', '#000000ff']) {
    assert.equal(marked(black), 'rgba(238,238,238,1)', black);
  }
  for (const white of ['#fff', 'white', 'rgba(255, 255, 255, 1)'])
    assert.equal(marked(white), 'rgba(24,24,24,1)');
  assert.equal(marked('rgba(255,255,255,0.5)'), 'rgba(24,24,24,0.5)');
  for (const other of ['', 'rgb(1,2)', '#12345', 'hsl(0,0%,0%)', 'none']) assert.equal(marked(other), other);
});

test('a figure with a ground of its own, or a template, stays as it is', () => {
  for (const layout of [{ paper_bgcolor: '#ffffff' }, { template: { layout: {} } }]) {
    const figure = { data: [{ y: [1], line: { color: 'black' } }], layout };
    assert.deepEqual(darkened(figure), figure);
  }
});

test('scales of values and what is written on marks are kept', () => {
  const data = [
    {
      type: 'heatmap',
      z: [[1]],
      colorscale: [
        [0, '#ffffff'],
        [1, '#000000'],
      ],
      textfont: { color: '#ffffff' },
    },
    {
      type: 'bar',
      y: [1],
      insidetextfont: { color: '#ffffff' },
      meta: { color: 'black' },
      customdata: ['black'],
    },
    { type: 'scatter', y: [1, 2], text: ['black', 'white'], marker: { color: [1, 2], colorscale: 'Greys' } },
  ];
  assert.deepEqual(darkened({ data }).data, data);
});

test('texts on tints are read in the dark: the tint is dark then', () => {
  const cells = darkened(frameLayout()).data.find(({ type }) => type === 'table')?.cells;
  const shapes = darkened(frameLayout()).layout!.shapes ?? [];
  const grounds = [
    ...((cells?.fill?.color as string[] | undefined)?.flat() ?? []),
    ...shapes.map((s) => s.fillcolor!),
  ];
  assert.ok(grounds.length > 0);
  const ink = rgb(marked(COLOURS.ink));
  for (const ground of grounds) assert.ok(contrast(ink, rgb(ground)) > 4.5, ground);
});

test('a figure of the library has no ground of its own, and its numbers are left alone', () => {
  const figure = priceFlips(gbm({ bars: 600 }), { lengths: [10] });
  const dark = darkened(figure);
  assert.equal(
    (dark.layout!.template as { layout: { paper_bgcolor: string } }).layout.paper_bgcolor,
    '#14181d',
  );
  const drawn = plotlyJson(figure) as PlotlyFigure;
  for (const [k, { x, y }] of dark.data.entries())
    assert.deepEqual([x, y], [drawn.data[k]!.x, drawn.data[k]!.y]);
});
