import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grid, windowLengths } from '../../../src/kernel';
import { grouped } from '../../../src/kernel/tuned/groups';

test('the study is one group; very unlike windows are apart; many combos are split', () => {
  const study = grouped(grid().map(windowLengths), 150_000);
  assert.equal(study.groups.length, 1);
  assert.equal(study.groups[0].books.length, 80);
  const apart = grouped([6, 5_000, 8, 4_000].map(windowLengths), 150_000).groups;
  assert.deepEqual(
    apart.map(({ books }) => books.map(({ windows }) => windows.full)),
    [
      [6, 8],
      [4_000, 5_000],
    ],
  );
  const many = grouped(
    Array.from({ length: 4_000 }, (_, i) => ({ ...windowLengths(200), full: 200 + i })),
    150_000,
  ).groups;
  assert.ok(many.length > 1);
  assert.equal(
    many.reduce((total, { books }) => total + books.length, 0),
    4_000,
  );
});

test('equal combos share a book; one that the series is too short for has none', () => {
  const { bookOf, groups } = grouped([30, 9, 30, 900].map(windowLengths), 500);
  assert.equal(bookOf[0], bookOf[2]);
  assert.notEqual(bookOf[0], bookOf[1]);
  assert.equal(bookOf[3], null);
  assert.equal(groups.flatMap(({ books }) => books).length, 2);
});
