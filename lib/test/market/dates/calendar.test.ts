import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayNumber, isDay, weekDay } from '../../../src/market/dates/calendar';

const DAY = 86_400_000;

test("every day of 3,000 years is Date's, and no other day is one", () => {
  const date = new Date(0);
  for (let day = Date.UTC(1000, 0, 1) / DAY; day < Date.UTC(4000, 0, 1) / DAY; day++) {
    date.setTime(day * DAY);
    const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    if (!isDay(y, m, d) || dayNumber(y, m, d) !== day) assert.fail(`${y}-${m}-${d}`);
  }
  for (const [y, m, d] of [
    [2023, 2, 29],
    [1900, 2, 29],
    [2024, 2, 30],
    [2024, 4, 31],
    [2024, 0, 1],
    [2024, 13, 1],
    [2024, 1, 0],
  ]) {
    assert.equal(isDay(y, m, d), false, `${y}-${m}-${d}`);
  }
  assert.equal(isDay(2000, 2, 29), true);
});

test('weeks are those of ISO 8601', () => {
  const iso = (day: number | null) => (day === null ? null : new Date(day * DAY).toISOString().slice(0, 10));
  assert.equal(iso(weekDay(2021, 1, 1)), '2021-01-04');
  assert.equal(iso(weekDay(2020, 53, 5)), '2021-01-01');
  assert.equal(iso(weekDay(2018, 1, 1)), '2018-01-01');
  assert.equal(iso(weekDay(2021, 53, 1)), null);
  assert.equal(iso(weekDay(2021, 0, 1)), null);
  assert.equal(iso(weekDay(2021, 1, 8)), null);
});
