import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from 'arquero';
import { htmlTable, textTable } from '../../../src/notebook/table';
import { cellTable } from '../../../src/notebook/table/cells';
import { columnsOf } from '../../../src/notebook/table/columns';
import { factTable, isFacts } from '../../../src/notebook/table/facts';
import { tableHtml } from '../../../src/notebook/table/html';
import { decimalsFor, numberText } from '../../../src/notebook/table/number-text';
import { tableText } from '../../../src/notebook/table/text';

const text = (value: unknown, limit = 50) => tableText(cellTable(columnsOf(value)!, limit));
const html = (value: unknown, limit = 50) => tableHtml(cellTable(columnsOf(value)!, limit));

test('row objects make a table, numbers to the right with like decimals', () => {
  const rows = [
    { codec: 'raw', 'encode, µs': 1.9, bytes: 1_200_000 },
    { codec: 'json', 'encode, µs': 42_900.25, bytes: 2_857_143 },
  ];
  assert.equal(
    text(rows),
    [
      'codec  encode, µs      bytes',
      '─────  ──────────  ─────────',
      'raw          1.90  1,200,000',
      'json    42,900.25  2,857,143',
    ].join('\n'),
  );
});

test('an arquero table and row objects are shown alike', () => {
  const rows = [
    { a: 1, b: 'x' },
    { a: 2.5, b: 'y' },
  ];
  assert.equal(text(table({ a: [1, 2.5], b: ['x', 'y'] })), text(rows));
});

test('an arquero table shows the rows its filter leaves, in its order', () => {
  const sorted = table({ a: [3, 1, 2] })
    .filter('d => d.a > 1')
    .orderby('a');
  assert.deepEqual(cellTable(columnsOf(sorted)!, 50).rows, [['2'], ['3']]);
});

test('a danfojs frame is shown with its labels when they say more than the row number', async () => {
  // The form of a DataFrame; danfojs itself takes seconds to load.
  const frame = {
    columns: ['a', 'b'],
    shape: [2, 2],
    values: [
      [1, 'x'],
      [2, 'y'],
    ],
  };
  assert.deepEqual(columnsOf({ ...frame, index: [0, 1] })!.names, ['a', 'b']);
  const labelled = cellTable(columnsOf({ ...frame, index: ['one', 'two'] })!, 50);
  assert.deepEqual(labelled.heads, ['', 'a', 'b']);
  assert.deepEqual(labelled.rows[1], ['two', '2', 'y']);
});

test('columns are all that any row names, and what is missing is a dash', () => {
  const cells = cellTable(columnsOf([{ a: 1 }, { b: null, a: undefined }])!, 50);
  assert.deepEqual(cells.heads, ['a', 'b']);
  assert.deepEqual(cells.rows, [
    ['1', '–'],
    ['–', '–'],
  ]);
});

test('long tables are cut, and say so', () => {
  const rows = Array.from({ length: 1_234 }, (_, i) => ({ i }));
  assert.match(text(rows, 3), /\n2\nthe first 3 of 1,234 rows$|\nthe first 3 of 1,234 rows$/);
  assert.equal((html(rows, 3).match(/<tr>/g) ?? []).length, 4);
  assert.match(html(rows, 3), /<em>the first 3 of 1,234 rows<\/em>/);
  assert.doesNotMatch(html(rows, 2_000), /rows</);
});

test('all text is escaped', () => {
  const page = html([{ '<th>"': '<script>alert(1)</script>&' }]);
  assert.match(page, /&lt;th&gt;&quot;/);
  assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&amp;/);
  assert.doesNotMatch(page, /<script/);
});

test('numbers stand to the right, also where styles are dropped', () => {
  const page = html([{ n: 1, s: 'a' }]);
  assert.match(page, /<td align="right" style="text-align: right[^"]*">1<\/td>/);
  assert.match(page, /<td align="left" style="text-align: left">a<\/td>/);
});

test('cells that are objects, dates or long are short texts', () => {
  const cells = cellTable(
    columnsOf([{ o: { a: [1, 2n] }, d: new Date(0), s: 'x'.repeat(400), f: true }])!,
    5,
  );
  assert.deepEqual(cells.rows[0]!.slice(0, 2), ['{"a":[1,"2"]}', '1970-01-01T00:00:00.000Z']);
  assert.equal([...cells.rows[0]![2]!].length, 160);
  assert.equal(cells.rows[0]![3], 'true');
});

test("a study's measurements are read as a median and its interval, to the right", () => {
  const rows = [
    {
      architecture: 'a',
      measured: { unit: 's', n: 10, median: 2.2761, low: 2.251, high: 2.3014, samples: [] },
    },
    { architecture: 'b', measured: { unit: 'µs', median: 14, low: null, high: null } },
  ];
  const cells = cellTable(columnsOf(rows)!, 50);
  assert.deepEqual(
    cells.rows.map((row) => row[1]),
    ['2.276 s (2.251 to 2.301)', '14 µs'],
  );
  assert.deepEqual(cells.numeric, [false, true]);
});

test('whole tables: all rows, none, or a word on what is no table', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({ i }));
  assert.equal(textTable(rows).split('\n').length, 62);
  assert.match(htmlTable([]), /<table>/);
  assert.equal(textTable([]), '\n');
  assert.throws(() => htmlTable(5 as never), { code: 'OPTION', message: /table: got 5/ });
});

test('what is no table has no columns', () => {
  for (const value of [
    null,
    5,
    'a',
    [],
    [1, 2],
    [null],
    [[1]],
    new Float64Array(3),
    {},
    new Map(),
    [new Error('x')],
  ]) {
    assert.equal(columnsOf(value), null);
  }
});

test('numbers read well', () => {
  assert.equal(numberText(1_234_567), '1,234,567');
  assert.equal(numberText(14.05), '14.05');
  assert.equal(numberText(0.000_012), '0.000012');
  assert.equal(numberText(0.000_012_346), '0.00001235');
  assert.equal(numberText(0), '0');
  assert.equal(numberText(-0), '0');
  assert.equal(numberText(-5_165.584_357), '-5,166');
  assert.equal(numberText(Number.NaN), 'NaN');
  assert.equal(numberText(Number.NEGATIVE_INFINITY), '-∞');
  assert.equal(numberText(9_007_199_254_740_993n), '9,007,199,254,740,993');
  assert.equal(numberText(0.000_000_12), '1.200e-7');
  assert.equal(numberText(0.661_6, 2), '0.6616');
  assert.equal(numberText(4.659_1, 0), '4.659');
  assert.equal(numberText(123_456_789_012_345), '123,456,789,012,345');
  assert.equal(numberText(1e21), '1.000e+21');
  assert.equal(decimalsFor([1, 2, 3]), 0);
  assert.equal(decimalsFor([0.001, 12]), 5);
  assert.equal(decimalsFor([Number.NaN, 0]), 0);
});

test('a small number in a column of large ones is not shown as nothing', () => {
  const cells = cellTable(columnsOf([{ v: 1_234_567.5 }, { v: 0.004 }])!, 5);
  assert.deepEqual(cells.rows, [['1,234,568'], ['0.004000']]);
});

test("facts show measured beside published, in the fact's own unit", () => {
  const facts = {
    echo_floor: { value: 15.2, unit: 'µs', low: 14.9, high: 15.6, published: 14.05 },
    all_ok: { value: true, unit: '' },
    combos: { value: 80, unit: 'combos', low: null, high: null, published: 80 },
  };
  assert.ok(isFacts(facts));
  assert.equal(
    tableText(factTable(facts)),
    [
      'fact        measured here        interval  published  here / published  unit',
      '──────────  ─────────────  ──────────────  ─────────  ────────────────  ──────',
      'echo floor          15.20  14.90 to 15.60      14.05             1.08×  µs',
      'all ok               true               –          –                 –',
      'combos                 80               –         80             1.00×  combos',
    ].join('\n'),
  );
});

test('records in microseconds and bytes per second are read in units of their size, a row in one unit', () => {
  const facts = {
    floor: { value: 12.5, unit: 'us', published: 14.05 },
    spawn: { value: 12_500, unit: 'us', low: 9_000, high: 15_000, published: 24_000 },
    job: { value: 1_250_000, unit: 'us', published: 'a little more' },
    tail: { value: null, unit: 'us', published: 20_000 },
    bandwidth: { value: 2_515_869_962, unit: 'bytes/s', published: 1_200_000_000 },
    disk: { value: 2_500_000, unit: 'bytes/s' },
  };
  assert.deepEqual(factTable(facts).rows, [
    ['floor', '12.50', '–', '14.05', '0.8897×', 'µs'],
    ['spawn', '12.500', '9.000 to 15.000', '24', '0.5208×', 'ms'],
    ['job', '1.250', '–', 'a little more', '–', 's'],
    ['tail', '–', '–', '20', '–', 'ms'],
    ['bandwidth', '2.516', '–', '1.200', '2.10×', 'GB/s'],
    ['disk', '2.500', '–', '–', '–', 'MB/s'],
  ]);
  const measured = { unit: 'us', median: 2_276_100, low: 2_251_000, high: 2_301_400 };
  const cells = cellTable(columnsOf([{ measured }, { measured: { unit: 'us', median: 14 } }])!, 5);
  assert.deepEqual(cells.rows, [['2.276 s (2.251 to 2.301)'], ['14 µs']]);
});

test('columns that no fact fills are left out', () => {
  assert.deepEqual(factTable({ a: { value: 1, unit: '' } }).heads, ['fact', 'measured here']);
  assert.equal(factTable({ a: { value: 1, unit: 's', published: 0 } }).rows[0]!.includes('∞×'), false);
});

test('what is not facts is not taken for them', () => {
  for (const value of [
    {},
    [],
    null,
    { a: 1 },
    { a: { value: 1 } },
    { a: { unit: 's' } },
    new Map(),
    [{ value: 1, unit: 's' }],
  ]) {
    assert.equal(isFacts(value), false);
  }
});
