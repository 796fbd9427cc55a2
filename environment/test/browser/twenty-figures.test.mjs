import assert from 'node:assert/strict';
import { labFixture } from './fixture.mjs';
import { copyNotebooks } from './lab-server.mjs';
import { drawnPixels } from './pixels.mjs';

const FIGURES = 20;
const POINTS = 200_000;
/** A figure is thinned to the lowest and highest of each of 1,000 columns of pixels, and the ends. */
const MOST_POINTS = 4_100;

const labTest = labFixture('twenty', (folder) => copyNotebooks(folder, 'twenty-figures.ipynb'));

labTest('20 figures of 200,000 points each draw while scrolling, and the next cell works', async (visit) => {
  const lab = await visit.openNotebook('twenty-figures.ipynb');
  await lab.runAll();
  assert.deepEqual(await lab.errors(), []);
  const places = await lab.figureCells();
  assert.equal(places.length, FIGURES);
  // Down as a reader scrolls, then up again: what was drawn must not have gone.
  for (const place of places) {
    const [trace] = await lab.figureData(place);
    const points = Buffer.from(trace.y.bdata, 'base64').length / 8;
    assert.ok(points > 1_000 && points <= MOST_POINTS, `${points} points of ${POINTS}`);
    await drawnPixels(await lab.figure(place));
  }
  for (const place of [places[10], places[0]]) await drawnPixels(await lab.liveFigure(place));
  const next = await lab.append();
  await lab.write(next, "console.log('next', walk(1).length);");
  await lab.run(next);
  await lab.cell(next).locator('.jp-OutputArea').getByText(`next ${POINTS}`).waitFor();
});
