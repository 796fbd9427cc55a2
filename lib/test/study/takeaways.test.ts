import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fact } from '../../src/study/section';
import { judge, type Predicate, quotient } from '../../src/study/takeaways/predicate';
import { PREDICATES } from '../../src/study/takeaways/predicates';

const below = { threshold: 1, holds: 'below' } as Predicate;
const above = { threshold: 1, holds: 'above' } as Predicate;
const between = (low: number, high: number) => fact((low + high) / 2, '', { low, high });

test('a takeaway holds, or does not, only where the whole interval says so', () => {
  assert.equal(judge(below, between(0.1, 0.9)).verdict, 'holds');
  assert.equal(judge(below, between(1.1, 1.9)).verdict, 'does not hold');
  assert.equal(judge(above, between(1.1, 1.9)).verdict, 'holds');
  assert.equal(judge(above, between(0.1, 0.9)).verdict, 'does not hold');
});

test('a takeaway stays undecided across its threshold, without an interval, and unmeasured', () => {
  assert.equal(judge(below, between(0.9, 1.1)).verdict, 'undecided');
  assert.equal(judge(above, between(0.9, 1.1)).verdict, 'undecided');
  assert.equal(judge(below, fact(0.1, '')).why, 'no interval was taken');
  assert.equal(judge(below, undefined).why, 'not measured');
});

test("every takeaway holds by the article's own figures", () => {
  assert.equal(PREDICATES.length, 6);
  for (const predicate of PREDICATES) {
    const { published } = predicate;
    assert.equal(
      judge(predicate, between(published! * 0.98, published! * 1.02)).verdict,
      'holds',
      predicate.takeaway,
    );
  }
});

test('a quotient of two facts has the widest bounds theirs allow, and none without them', () => {
  const found = quotient(between(8, 12), between(1, 4));
  assert.deepEqual([found?.value, found?.low, found?.high], [4, 2, 12]);
  assert.equal(quotient(fact(8, ''), between(1, 4))?.low, null);
  assert.equal(quotient(between(8, 12), undefined), undefined);
});
