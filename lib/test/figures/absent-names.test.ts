import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as figures from '../../src/figures';
import { textTable } from '../../src/notebook/table';
import { headline } from '../../src/report';
import { boundsChecks, checklist, echoFits, fingerprintText, notice } from '../../src/study';
import { ALONE, assertSound, DRAWN, type Rows } from './drawn-sections';
import { SMALL_NAMES, smallSection } from './small-sections';

/** What else a section is told by. */
const TOLD: Partial<Record<(typeof SMALL_NAMES)[number], (section: never) => string>> = {
  architectures: (section: never) =>
    [textTable(headline(section)), fingerprintText(section), boundsChecks(section).why].join('\n'),
  echoes: (section: never) => JSON.stringify(echoFits(section)),
};

/** The fields of rows that name what a row is of, and the names that are in them. */
function namesIn({ rows }: Rows): [string, unknown[]][] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...fields].flatMap((field): [string, unknown[]][] => {
    const values = [...new Set(rows.map((row) => row[field]))];
    const names = values.filter((value) => ['string', 'number'].includes(typeof value));
    // a measurement has a value of its own in most rows
    const isName = names.some((value) => typeof value === 'string') || field === 'length';
    return isName && values.length <= 60 ? [[field, values]] : [];
  });
}

/** A section without some of its rows: also the gate lacks what is named like an architecture. */
function withRows(section: Rows, rows: Rows['rows']): Rows {
  const architectures = new Set(rows.map(({ architecture }) => architecture));
  const gate = section.gate && {
    ...section.gate,
    variants: section.gate.variants.filter(({ architecture }) => architectures.has(architecture)),
  };
  return { ...section, rows, gate };
}

/** Every section with one name left out, with one alone, with no row, and with one fact less. */
function* lessened(section: Rows): Generator<[string, Rows]> {
  yield ['whole', section];
  yield ['without a row', withRows(section, [])];
  for (const [field, values] of namesIn(section)) {
    for (const value of values) {
      yield [
        `without ${field} ${value}`,
        withRows(
          section,
          section.rows.filter((row) => row[field] !== value),
        ),
      ];
      yield [
        `with ${field} ${value} alone`,
        withRows(
          section,
          section.rows.filter((row) => row[field] === value),
        ),
      ];
    }
  }
  for (const name of Object.keys(section.facts)) {
    const { [name]: _, ...facts } = section.facts;
    yield [`without the fact ${name}`, { ...section, facts }];
  }
  yield ['without a fact', { ...section, facts: {} }];
}

test('every exported figure is among those tried', () => {
  const named = [...Object.values(DRAWN).flatMap(Object.keys), ...Object.keys(ALONE)];
  const tried = new Set(named.map((name) => name.split(',')[0]));
  assert.deepEqual(
    Object.keys(figures).filter((name) => !tried.has(name)),
    [],
  );
  for (const [name, draw] of Object.entries(ALONE)) assertSound(draw(), name);
});

for (const name of SMALL_NAMES) {
  test(`${name}: whatever name is left out, each figure draws something or says why`, async () => {
    const section = (await smallSection(name)) as unknown as Rows;
    let tries = 0;
    for (const [what, less] of lessened(section)) {
      for (const [figure, draw] of Object.entries(DRAWN[name])) {
        assertSound(draw(less as never), `${figure} of ${name} ${what}`);
        tries++;
      }
      const told = `${TOLD[name]?.(less as never) ?? ''}\n${notice(less)}\n${JSON.stringify(checklist(new Map([[less.name, less]])))}`;
      assert.doesNotMatch(told, /\b(NaN|undefined|Infinity)\b/, `${name} ${what}`);
    }
    assert.ok(tries > 5);
  });
}

test('times are put over what was measured, and title, axis and table say so', async () => {
  const whole = await smallSection('architectures');
  const without = (...names: string[]) => {
    const rows = whole.rows
      .filter(({ architecture }) => !names.includes(architecture))
      .map((row) => ({
        ...row,
        ratio_numba: names.includes('in_process_numba') ? null : row.ratio_numba,
        ratio_v8: names.includes('in_process_v8') ? null : row.ratio_v8,
      }));
    return { ...whole, rows };
  };
  const texts = (section: typeof whole, against?: 'numba' | 'v8') => {
    const { title, xaxis } = figures.ratioDots(section, { against }).layout as Record<
      string,
      { title?: object }
    > & {
      title: { text: string };
      xaxis: { title: { text: string } };
    };
    return [title.text, xaxis.title.text].map((text) => text.replaceAll('<br>', ' '));
  };
  assert.deepEqual(texts(whole), [
    'Time of one sweep, as a multiple of in_process_numba',
    'ratio to in_process_numba, taken within rounds',
  ]);
  assert.deepEqual(texts(without('in_process_numba'), 'numba'), [
    'Time of one sweep, as a multiple of in_process_v8, as in_process_numba was not measured',
    'ratio to in_process_v8, taken within rounds',
  ]);
  assert.deepEqual(texts(without('in_process_v8'), 'v8'), [
    'Time of one sweep, as a multiple of in_process_numba, as in_process_v8 was not measured',
    'ratio to in_process_numba, taken within rounds',
  ]);
  const rust = without('in_process_numba', 'in_process_v8');
  assert.deepEqual(texts(rust)[1], 'ratio to rust_batch_unix, taken within rounds');
  const [here] = figures.ratioDots(rust).data as { x: number[]; y: string[] }[];
  assert.equal(here.x[here.y.indexOf('rust_batch_unix')], 1);
  assert.equal(here.x.length, rust.rows.length);

  const heads = (section: typeof whole): string[] =>
    headline(section)
      .columnNames()
      .filter((name) => name.startsWith('vs') || name.includes('interval'));
  assert.deepEqual(heads(whole), ['vs numba', '95 % interval', 'vs v8']);
  assert.deepEqual(heads(without('in_process_numba')), ['vs v8', '95 % interval']);
  assert.deepEqual(heads(without('in_process_v8')), ['vs numba', '95 % interval']);
  assert.deepEqual(heads(rust), ['vs rust_batch_unix', '95 % interval']);
});

test('a kernel that failed the gate is what nothing is put over', async () => {
  const whole = await smallSection('architectures');
  const rows = whole.rows.filter(({ architecture }) => architecture !== 'in_process_numba');
  const variants = whole.gate!.variants.map((variant) => ({
    ...variant,
    ok: variant.architecture !== 'in_process_v8',
  }));
  const section = { ...whole, rows, gate: { ...whole.gate!, all_ok: false, variants } };
  assert.match(JSON.stringify(figures.ratioDots(section).layout), /ratio to rust_batch_unix/);
});
