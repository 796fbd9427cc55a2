import assert from 'node:assert/strict';
import path from 'node:path';
import { labFixture } from './fixture.mjs';
import { BUILD } from './lab-server.mjs';
import { drawnPixels } from './pixels.mjs';
import { copySmaller, place, runAndSee } from './smaller.mjs';

// Quick sections: what is seen here is that they run and draw, not what they measure.
process.env.IPC_TAX_QUICK = '1';
// And without what a run of the user's recorded, 08 and 09 measure what they need.
process.env.IPC_TAX_RESULTS = path.join(BUILD, 'no-records');

const COUNT = { 'bars: studySeries(),': 'bars: 4_000,' };
const SERIES = { 'bars: studySeries(),': 'bars: gbm({ seed: 42, bars: 4_000 }),' };
const LENGTHS = { 'lengths: grid(),': 'lengths: [6, 12, 50, 100],' };
const FEWER = ['[6, 12, 50, 100]', '[6, 50]'];

/** By notebook: what makes it short, how many cells show a figure, and an option that is changed. */
const SECTIONS = {
  '00-start-here.ipynb': { smaller: {}, figures: 1, change: ['count: 8', 'count: 5'] },
  '03-echo-curve.ipynb': {
    smaller: { 'floats: ECHO_FLOATS,': 'floats: [1, 1_000, 20_000],', 'blockMs: 20,': 'blockMs: 5,' },
    figures: 2,
    change: ['20_000', '40_000'],
  },
  '04-serialization-tax.ipynb': { smaller: { ...COUNT, ...LENGTHS }, figures: 2, change: FEWER },
  '05-chatty-vs-chunky.ipynb': { smaller: { ...COUNT, ...LENGTHS }, figures: 3, change: FEWER },
  '06-spawn-cost.ipynb': {
    smaller: { ...COUNT, ...LENGTHS },
    figures: 1,
    change: ['symbols: 500', 'symbols: 50'],
  },
  '07-break-even.ipynb': { smaller: { ...SERIES, ...LENGTHS }, figures: 2, change: FEWER },
  '08-verdict.ipynb': { smaller: { ...COUNT, ...LENGTHS }, figures: 2, change: FEWER },
  '09-takeaways.ipynb': { smaller: { ...COUNT, ...LENGTHS }, figures: 1, change: FEWER },
  '10-parity.ipynb': { smaller: SERIES, figures: 2, change: ['length: 6,', 'length: 20,'] },
  '11-tuned-kernel.ipynb': {
    smaller: {
      ...SERIES,
      ...LENGTHS,
      'starts: 5, rounds: 3': "builds: ['engine'], bars: 2_000, length: 20",
      'record(naive);': '',
    },
    figures: 7,
    change: ['length = 100;', 'length = 60;'],
  },
  '12-lower-floors.ipynb': {
    smaller: {
      ...SERIES,
      ...LENGTHS,
      'transports: FLOOR_TRANSPORTS,': "transports: ['unix', 'shared-memory'],",
      'floats: FLOOR_FLOATS,': 'floats: [1, 1_000],',
      'blockMs: 12,': 'blockMs: 2,',
    },
    figures: 5,
    change: ["['unix', 'shared-memory']", "['unix', 'tcp']"],
  },
};

const labTest = labFixture('all-sections', (folder) => {
  for (const [name, { smaller }] of Object.entries(SECTIONS)) copySmaller(folder, name, smaller);
});

for (const [name, { figures, change }] of Object.entries(SECTIONS)) {
  labTest(`${name}: its figures are drawn, and drawn anew when an option is changed`, async (visit) => {
    const lab = await visit.openNotebook(name);
    const [first] = await runAndSee(lab, figures);
    const before = await lab.figureData(first);
    const options = await place(lab, 'const options = {');
    await lab.write(options, (await lab.source(options)).replace(...change));
    await runAndSee(lab, figures);
    assert.notDeepEqual(await lab.figureData(first), before);
    await drawnPixels(await lab.figure(first));
  });
}
