import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARTICLE_BOUNDARY, breakEvenOf, callsAtBreakEven, predict, transitUs } from '../../src/model';

const near = (actual: number, expected: number, within: number): void =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual}, expected ${expected} within ${within}`);

test("the article's G for a sweep, a combo and a bar come out of its own floor and times", () => {
  near(breakEvenOf({ workUs: 25_130, floorUs: 14 }).g, 1_795, 0.001);
  assert.ok(breakEvenOf({ workUs: 2_010_000, floorUs: 14.05 }).g > 100_000);
  near(1 / breakEvenOf({ workUs: 0.168, floorUs: 14.05 }).g, 84, 0.5);
});

test('at G = 1 half of the call is boundary; transit comes on top', () => {
  assert.deepEqual(breakEvenOf({ workUs: 20, floorUs: 20 }), { g: 1, floorShare: 0.5, boundaryShare: 0.5 });
  const loaded = breakEvenOf({ workUs: 20, floorUs: 20, transitUs: 20 });
  assert.equal(loaded.floorShare, 0.5);
  near(loaded.boundaryShare, 2 / 3, 1e-15);
});

test('no work at all is all boundary', () => {
  assert.deepEqual(breakEvenOf({ workUs: 0, floorUs: 3 }), { g: 0, floorShare: 1, boundaryShare: 1 });
});

test("a job's prediction is its floors, its transit and its work", () => {
  const job = {
    boundary: { floorUs: 10, bytesPerSecond: 1e9 },
    computeUs: 1_000,
    calls: 20,
    bytesPerCall: 5_000,
  };
  assert.deepEqual(predict(job), {
    calls: 20,
    bytes: 100_000,
    floorsUs: 200,
    transitUs: 100,
    boundaryUs: 300,
    computeUs: 1_000,
    totalUs: 1_300,
    boundaryShare: 300 / 1_300,
  });
  assert.equal(predict({ ...job, calls: 0, computeUs: 0 }).boundaryShare, null);
});

test("the article's per-bar loop is 2.1 s of boundary, and its payload model is linear in bytes", () => {
  near(predict({ boundary: ARTICLE_BOUNDARY, calls: 150_000, computeUs: 0 }).boundaryUs / 1e6, 2.1, 0.01);
  near(transitUs(2 * 1_200_000, ARTICLE_BOUNDARY), 2_000, 1e-9);
});

test('in the calls at break-even the boundary costs what the work does', () => {
  const job = { boundary: ARTICLE_BOUNDARY, computeUs: 2_010_000, bytesPerCall: 32 };
  const { boundaryUs, computeUs } = predict({ ...job, calls: callsAtBreakEven(job) });
  near(boundaryUs, computeUs, 1e-6);
});

for (const [make, message] of [
  [
    () => breakEvenOf({ workUs: -1, floorUs: 1 }),
    /option workUs: got -1, expected a finite number from 0 to/,
  ],
  [() => breakEvenOf({ workUs: 1, floorUs: 0 }), /option floorUs: got 0, expected a number above 0/],
  [() => breakEvenOf({ workUs: 1, floorUs: 1, transitUs: NaN }), /option transitUs: got NaN/],
  [() => breakEvenOf({ workUs: '1' as never, floorUs: 1 }), /option workUs: got "1"/],
  [() => transitUs(-8, ARTICLE_BOUNDARY), /option bytes: got -8/],
  [
    () => predict({ boundary: { floorUs: 1, bytesPerSecond: 0 }, calls: 1, computeUs: 1 }),
    /option boundary\.bytesPerSecond: got 0/,
  ],
  [() => predict({ boundary: ARTICLE_BOUNDARY, calls: -1, computeUs: 1 }), /option calls: got -1/],
  [
    () => callsAtBreakEven({ boundary: undefined as never, computeUs: 1 }),
    /boundary\.floorUs: got undefined/,
  ],
] as const) {
  test(`what is out of range is refused by name: ${message.source}`, () => {
    assert.throws(make, { code: 'OPTION', message });
  });
}
