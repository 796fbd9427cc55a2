import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checklist, type Section, STUDIES } from '../../src/study';
import { fact } from '../../src/study/section';

test('a line of the checklist without a record says which notebook would tell', () => {
  const rows = checklist(new Map());
  assert.equal(rows.length, 7);
  for (const row of rows) assert.match(row.evidence, /^not measured yet: run notebook 0\d$/);
});

test('a line of the checklist quotes the record', () => {
  const facts = { stateful_per_call: fact(16.04, 'us'), resending_per_call: fact(1_354.4, 'us') };
  const rows = checklist(new Map([['chatty-vs-chunky', { facts } as unknown as Section]]));
  const row = rows.find(({ line }) => line === 'the data is preloaded');
  assert.equal(row?.evidence, '16 µs a call on a loaded series, 1,354 µs where it is sent again');
});

test('a line of the checklist says that its record is partial', () => {
  const run = { partial: { unit: 'starts', asked: 5, done: 2, why: 'the cell was interrupted' } };
  const facts = { stateful_per_call: fact(16.04, 'us'), resending_per_call: fact(1_354.4, 'us') };
  const rows = checklist(new Map([['chatty-vs-chunky', { facts, run } as unknown as Section]]));
  const told = rows.filter(({ evidence }) => evidence.endsWith('(of a section that was stopped early)'));
  assert.ok(told.some(({ line }) => line === 'the data is preloaded'));
  assert.ok(told.length < rows.length);
});

test('every section has its own name', () => {
  assert.equal(new Set(STUDIES.map(({ name }) => name)).size, STUDIES.length);
});
