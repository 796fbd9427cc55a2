import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { PlotlyFigure } from '../../src/figures';
import { attributesFile, attributesSource } from './plotly-attributes';

test('the types of figures are those of the plotly.js that is installed', () => {
  const written = readFileSync(attributesFile, 'utf8');
  assert.ok(
    written === attributesSource(),
    'another plotly.js: run node lib/dist/test/figures/write-plotly-attributes.js',
  );
});

test('a figure of one’s own has them too, its title an object or a text', () => {
  const figure: PlotlyFigure = {
    data: [
      { type: 'scattergl', mode: 'lines', x: [1, 2], y: Float64Array.of(1, 2), line: { dash: 'dot' } },
      {
        type: 'heatmap',
        z: [Float64Array.of(1, 2)],
        colorscale: 'Viridis',
        colorbar: { title: { text: 'µs' } },
      },
      { type: 'surface', z: [[1]], lighting: { ambient: 1 } },
    ],
    layout: { title: 'a text', xaxis2: { title: { text: 'an object' } }, scene3: { aspectmode: 'cube' } },
  };
  const { layout, data } = figure;
  layout!.title = { text: 'b' };
  layout!.title.text = 'c';
  layout!.xaxis2!.title = 'd';
  data[0]!.marker = { color: ['red', 'blue'], size: 3 };
  data[0]!.marker.color = 'red';
  // @ts-expect-error A slip of the pen is told.
  data[0]!.marker.colour = 'red';
  // @ts-expect-error And so is a value of another kind.
  layout!.height = 'tall';
  assert.deepEqual([layout!.title, layout!.xaxis2!.title], [{ text: 'c' }, 'd']);
});
