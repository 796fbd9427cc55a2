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

test('every section has its own name', () => {
  assert.equal(new Set(STUDIES.map(({ name }) => name)).size, STUDIES.length);
});
