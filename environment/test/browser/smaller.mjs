/** The project's own notebooks, made short: the same cells, smaller numbers. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT } from './lab-server.mjs';
import { drawnPixels } from './pixels.mjs';

/** A record of a small run must not take the place of the one of the user's last `make run`. */
const RECORD = 'record(section);';

/**
 * Copies a notebook into a folder with some of its text replaced.
 * @param {Record<string, string>} smaller by what stands there: each text must be there
 */
export function copySmaller(folder, name, smaller) {
  let text = readFileSync(path.join(PROJECT, 'notebooks', name), 'utf8');
  for (const [full, small] of Object.entries(smaller)) {
    assert.ok(text.includes(full), `${name} has ${full}`);
    text = text.replace(full, small);
  }
  writeFileSync(path.join(folder, name), text.replace(RECORD, ''));
}

/** The place of the first cell whose text has `part`. */
export async function place(lab, part) {
  for (const index of await lab.codeCells()) if ((await lab.source(index)).includes(part)) return index;
  throw new Error(`no cell has ${part}`);
}

/** Runs all cells; there is no error, and each of so many figures is drawn. Gives the places of their cells. */
export async function runAndSee(lab, figures) {
  await lab.runAll();
  assert.deepEqual(await lab.errors(), []);
  const places = await lab.figureCells();
  assert.equal(places.length, figures);
  for (const index of places) await drawnPixels(await lab.figure(index));
  return places;
}
