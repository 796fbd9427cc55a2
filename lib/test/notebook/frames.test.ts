import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../src/bench';
import { textTable, toDataFrame, toTable } from '../../src/notebook';

const rows = [
  { architecture: 'a', measured: measured('us', [1, 3]), published: { unit: 'us', median: 2 } },
  { architecture: 'b', measured: measured('us', [5, 7]), published: null },
];

test("a section's rows become a tidy arquero table: nested objects are columns, lists are left out", () => {
  const found = toTable(rows);
  assert.deepEqual(found.array('measured_median'), [2, 6]);
  assert.deepEqual(found.array('published_median'), [2, null]);
  assert.ok(!found.columnNames().includes('measured_samples'));
  assert.equal(found.filter('d => d.measured_median > 3').numRows(), 1);
});

test('a DataFrame of danfojs has the same columns, and is shown as a table', () => {
  const found = toDataFrame(rows);
  assert.deepEqual(found.columns, toTable(rows).columnNames());
  assert.deepEqual(found.column('measured_median').values, [2, 6]);
  assert.equal(found.query(found.column('measured_median').gt(3)).shape[0], 1);
  assert.match(textTable(found), /architecture[\s\S]*b/);
  assert.deepEqual(toTable(found).array('architecture'), ['a', 'b']);
});

test('what is no table is refused by name', () => {
  for (const nothing of [42, null, 'rows', { data: 1 }]) {
    assert.throws(() => toTable(nothing as never), { code: 'OPTION', message: /option rows/ });
  }
});
