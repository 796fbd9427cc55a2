import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from 'arquero';
import { display } from '../../src/notebook/display';

const text = (value: unknown): string => display(value, { picture: false }).data['text/plain'];

test('a figure is told from other objects that hold a list called data', () => {
  const drawn = [
    { data: [{ y: [1, 2] }] },
    { data: [], layout: {} },
    { data: [{ type: 'bar', x: ['a'], y: Float64Array.of(1) }], config: {} },
    { data: [{ type: 'indicator', value: 3 }] },
    { data: [{ z: { dtype: 'f8', bdata: '', shape: '0,0' } }], frames: [] },
  ];
  for (const figure of drawn) assert.match(text(figure), /^\[figure\]/, JSON.stringify(figure));
  const others = [
    { data: [{ id: 1, name: 'a' }] },
    { data: [{ labels: ['bug'] }], status: 200 },
    { data: [] },
    { data: [{ x: 1, y: 2 }] },
    { data: [[1, 2]], layout: undefined },
    { data: 'text' },
  ];
  for (const other of others) assert.match(text(other), /^\{/, JSON.stringify(other));
});

test('a list with holes is no table', () => {
  assert.equal(text(new Array(3)), '[ <3 empty items> ]');
  const holes: unknown[] = [{ a: 1 }];
  holes[2] = { a: 2 };
  assert.equal(text(holes), '[ { a: 1 }, <1 empty item>, { a: 2 } ]');
});

test('the note of a table tells its groups and what is left out', () => {
  const grouped = table({ a: [1, 1, 2], b: [1, 2, 3] }).groupby('a');
  assert.match(
    display(grouped, { rows: 2 }).data['text/plain'],
    /\ngrouped by a: 2 groups; the first 2 of 3 rows$/,
  );
});

test('lists in the cells of a table are cut before they are written', () => {
  const rows = [
    { samples: new Float64Array(150_000), list: new Array(150_000).fill(7), deep: { floats: [1, 2] } },
  ];
  assert.match(
    text(rows),
    /^samples +list +deep\n─+ {2}─+ {2}─+\n\[0,0,.*… +\[7,7,.*… +\{"floats":\[1,2\]\}$/,
  );
  const around: { self?: unknown; n: number } = { n: 1 };
  around.self = around;
  assert.match(text([{ around }]), /<ref \*1> \{ n: 1, self: \[Circular \*1\] \}/);
});

test('the levels of what holds much are left out from below', () => {
  const many = (n: number): object =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, { i }]));
  assert.match(text({ a: many(10) }), /k9: \{ i: 9 \}/);
  assert.equal(text({ a: many(2_000), b: 1 }), '{ a: [Object], b: 1 }');
  assert.match(text(many(2_000)), /k99: \{ i: 99 \}\n\}\n… 1,900 more entries$/);
});

test('getters are not called to show an object', () => {
  let called = 0;
  const lazy = {
    get dear(): number {
      called++;
      return 1;
    },
  };
  assert.equal(text(lazy), '{ dear: [Getter] }');
  assert.equal(called, 0);
});
