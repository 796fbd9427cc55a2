import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLAIMS, claimLine, holds } from '../../src/report/claims';

const claim = { claim: 'a against b', value: 21.04567, unit: 'times' };

test('a claim holds inside its range, ends included; no number holds nowhere', () => {
  assert.ok(holds(claim));
  assert.ok(holds({ ...claim, least: 21.04567 }));
  assert.ok(holds({ ...claim, most: 22, least: 20 }));
  assert.ok(!holds({ ...claim, least: 22 }));
  assert.ok(!holds({ ...claim, most: 21 }));
  assert.ok(!holds({ ...claim, value: NaN }));
  assert.ok(!holds({ ...claim, value: NaN, least: 1 }));
});

test('its line tells value, interval, range, and whether it holds', () => {
  assert.deepEqual(claimLine({ ...claim, least: 20, low: 20.5, high: 21.7 }), {
    claim: 'a against b',
    value: '21.05',
    interval: '20.5 to 21.7',
    unit: 'times',
    limit: 'at least 20',
    holds: 'yes',
  });
  assert.equal(claimLine({ ...claim, most: 1 / 8 }).limit, 'at most 0.125');
  assert.equal(claimLine({ ...claim, most: 1 / 8 }).holds, 'NO');
  assert.equal(claimLine({ ...claim, least: 0.75, most: 25 }).limit, '0.75 to 25');
  const told = claimLine({ ...claim, low: null, high: null });
  assert.deepEqual([told.interval, told.limit, told.holds], ['', '', '']);
});

test('families have names of their own, which choose them', () => {
  const names = CLAIMS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});
