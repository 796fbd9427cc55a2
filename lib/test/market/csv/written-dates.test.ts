import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, closes, csvError, fault, read } from './bars-file';

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The parts of a moment, in UTC. */
const parts = (date: Date) => {
  const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [h, min, s, ms] = [
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  ];
  const month = MONTHS[m - 1];
  const half = h < 12 ? 'AM' : 'PM';
  return { y, m, d, h, min, s, ms, month, short: month.slice(0, 3), half, h12: h % 12 || 12 };
};
type Parts = ReturnType<typeof parts>;

/** Forms of a day, as people and programs write it. */
const DAYS: Record<string, (p: Parts) => string> = {
  ISO: ({ y, m, d }) => `${y}-${pad(m)}-${pad(d)}`,
  'ISO unpadded': ({ y, m, d }) => `${y}-${m}-${d}`,
  'year first, slashes': ({ y, m, d }) => `${y}/${pad(m)}/${pad(d)}`,
  'year first, slashes, unpadded': ({ y, m, d }) => `${y}/${m}/${d}`,
  'year first, dots': ({ y, m, d }) => `${y}.${pad(m)}.${pad(d)}`,
  'year first, spaces': ({ y, m, d }) => `${y} ${pad(m)} ${pad(d)}`,
  compact: ({ y, m, d }) => `${y}${pad(m)}${pad(d)}`,
  'compact, day first': ({ y, m, d }) => `${pad(d)}${pad(m)}${y}`,
  'compact, month first': ({ y, m, d }) => `${pad(m)}${pad(d)}${y}`,
  US: ({ y, m, d }) => `${pad(m)}/${pad(d)}/${y}`,
  'US unpadded': ({ y, m, d }) => `${m}/${d}/${y}`,
  'US dashes': ({ y, m, d }) => `${pad(m)}-${pad(d)}-${y}`,
  'US, two-digit year': ({ y, m, d }) => `${m}/${d}/${pad(y % 100)}`,
  'day first': ({ y, m, d }) => `${pad(d)}/${pad(m)}/${y}`,
  'day first, dashes, unpadded': ({ y, m, d }) => `${d}-${m}-${y}`,
  'day first, dots': ({ y, m, d }) => `${pad(d)}.${pad(m)}.${y}`,
  'day first, dots, unpadded': ({ y, m, d }) => `${d}.${m}.${y}`,
  'day first, two-digit year': ({ y, m, d }) => `${pad(d)}/${pad(m)}/${pad(y % 100)}`,
  'two-digit year first': ({ y, m, d }) => `${pad(y % 100)}-${pad(m)}-${pad(d)}`,
  'short month': ({ y, short, d }) => `${short} ${pad(d)}, ${y}`,
  'short month with a dot': ({ y, short, d }) => `${short}. ${d}, ${y}`,
  'month in full': ({ y, month, d }) => `${month} ${d}, ${y}`,
  'month in full, ordinal': ({ y, month, d }) =>
    `${month} ${d}${d % 10 === 1 && d !== 11 ? 'st' : d % 10 === 2 && d !== 12 ? 'nd' : d % 10 === 3 && d !== 13 ? 'rd' : 'th'}, ${y}`,
  'month without comma': ({ y, short, d }) => `${short} ${d} ${y}`,
  'month with dashes': ({ y, short, d }) => `${short}-${pad(d)}-${y}`,
  'day and short month': ({ y, short, d }) => `${d} ${short} ${y}`,
  'day and month in full': ({ y, month, d }) => `${pad(d)} ${month} ${y}`,
  'day, month, year with dashes': ({ y, short, d }) => `${pad(d)}-${short}-${y}`,
  'day, month, two-digit year': ({ y, short, d }) => `${pad(d)}-${short.toUpperCase()}-${pad(y % 100)}`,
  'day, month, year run together': ({ y, short, d }) => `${pad(d)}${short.toUpperCase()}${y}`,
  'year, month, day with dashes': ({ y, short, d }) => `${y}-${short}-${pad(d)}`,
  'German dots with a month': ({ y, short, d }) => `${d}. ${short} ${y}`,
  Chinese: ({ y, m, d }) => `${y}年${m}月${d}日`,
};

/** Forms of a time behind it. */
const CLOCKS: Record<string, (p: Parts) => string> = {
  'hours and minutes': ({ h, min }) => ` ${pad(h)}:${pad(min)}`,
  unpadded: ({ h, min }) => ` ${h}:${pad(min)}`,
  seconds: ({ h, min, s }) => ` ${pad(h)}:${pad(min)}:${pad(s)}`,
  milliseconds: ({ h, min, s, ms }) => ` ${pad(h)}:${pad(min)}:${pad(s)}.${pad(ms, 3)}`,
  'milliseconds behind a comma': ({ h, min, s, ms }) => ` ${pad(h)}:${pad(min)}:${pad(s)},${pad(ms, 3)}`,
  nanoseconds: ({ h, min, s, ms }) => ` ${pad(h)}:${pad(min)}:${pad(s)}.${pad(ms, 3)}000001`,
  'twelve hours': ({ h12, min, half }) => ` ${h12}:${pad(min)} ${half}`,
  'twelve hours, small': ({ h12, min, s, half }) => ` ${h12}:${pad(min)}:${pad(s)}${half.toLowerCase()}`,
  'twelve hours, a space that does not break': ({ h12, min, half }) => `, ${h12}:${pad(min)}\u202f${half}`,
  compact: ({ h, min, s }) => ` ${pad(h)}${pad(min)}${pad(s)}`,
  dots: ({ h, min }) => ` ${pad(h)}.${pad(min)}`,
  'behind a low line': ({ h, min }) => `_${pad(h)}:${pad(min)}`,
  'T and Z': ({ h, min, s }) => `T${pad(h)}:${pad(min)}:${pad(s)}Z`,
  'T and an offset': ({ h, min, s }) => `T${pad(h)}:${pad(min)}:${pad(s)}+05:30`,
  'T, compact': ({ h, min, s }) => `T${pad(h)}${pad(min)}${pad(s)}`,
  UTC: ({ h, min, s }) => ` ${pad(h)}:${pad(min)}:${pad(s)} UTC`,
  'an offset without colon': ({ h, min }) => ` ${pad(h)}:${pad(min)} -0500`,
  'GMT and an offset': ({ h, min }) => ` ${pad(h)}:${pad(min)}:00 GMT+0100`,
  'a zone': ({ h, min }) => ` ${pad(h)}:${pad(min)} America/New_York`,
};

/** Whole stamps of programs, and figures. */
const STAMPS: Record<string, (p: Parts, date: Date) => string> = {
  "Python's isoformat": (_, date) => date.toISOString().replace('Z', '000+00:00'),
  toISOString: (_, date) => date.toISOString(),
  toUTCString: (_, date) => date.toUTCString(),
  "JavaScript's own": (p, date) =>
    `${date.toUTCString().slice(0, 3)} ${p.short} ${pad(p.d)} ${p.y} ${date.toUTCString().slice(17, 25)} GMT+0100 (Central European Standard Time)`,
  "date's": (p, date) =>
    `${date.toUTCString().slice(0, 3)} ${p.short} ${String(p.d).padStart(2)} ${date.toUTCString().slice(17, 25)} UTC ${p.y}`,
  "Java's": (_, date) => `${date.toISOString().slice(0, 16)}+01:00[Europe/Berlin]`,
  "Apache's": (p, date) => `${pad(p.d)}/${p.short}/${p.y}:${date.toISOString().slice(11, 19)} +0000`,
  "SAS's": (p, date) => `${pad(p.d)}${p.short.toUpperCase()}${p.y}:${date.toISOString().slice(11, 19)}`,
  "English, at's": (p) => `${p.month} ${p.d}, ${p.y} at ${p.h12}:${pad(p.min)} ${p.half}`,
  'time before the date': (p) => `${pad(p.h)}:${pad(p.min)}:${pad(p.s)} ${pad(p.d)}/${pad(p.m)}/${p.y}`,
  'minutes run together': (p) => `${p.y}${pad(p.m)}${pad(p.d)}${pad(p.h)}${pad(p.min)}`,
  'seconds run together': (p) => `${p.y}${pad(p.m)}${pad(p.d)}${pad(p.h)}${pad(p.min)}${pad(p.s)}`,
  'milliseconds run together': (_, date) => date.toISOString().replace(/\D/g, ''),
  'an epoch in seconds': (_, date) => `${date.getTime() / 1000}`,
  'an epoch in seconds with a point': (_, date) => (date.getTime() / 1000).toFixed(6),
  'an epoch in milliseconds': (_, date) => `${date.getTime()}`,
  'an epoch in milliseconds with a point': (_, date) => `${date.getTime()}.0`,
  'an epoch in microseconds': (_, date) => `${date.getTime()}000`,
  'an epoch in nanoseconds': (_, date) => `${date.getTime()}000001`,
  "a spreadsheet's day": (_, date) => (date.getTime() / 86_400_000 + 25_569).toFixed(5),
};

const DAY = 86_400_000;
/** Days of one month, over the end of a month, over New Year, and a leap day; more than two, none ambiguous. */
const SPANS = ['2018-01-16', '2021-04-28', '2019-12-29', '2024-02-26', '1999-12-30'].map((start) =>
  [0, 1, 2, 5, 6].map((after) => Date.parse(start) + after * DAY),
);
const MINUTES = [0, 9 * 60 + 30, 9 * 60 + 31, 13 * 60, 23 * 60 + 59].map(
  (minute) => Date.parse('2021-03-17') + minute * 60_000,
);

type Form = (p: Parts, date: Date) => string;
const forms: [name: string, moments: number[], form: Form][] = [
  ...Object.entries(DAYS).flatMap(([name, day]) =>
    SPANS.map((span): [string, number[], Form] => [name, span, day]),
  ),
  ...['ISO', 'US unpadded', 'day first, dots', 'month in full', 'day, month, year with dashes'].flatMap(
    (day) =>
      Object.entries(CLOCKS).map(([clock, time]): [string, number[], Form] => [
        `${day}, ${clock}`,
        MINUTES,
        (p) => DAYS[day](p) + time(p),
      ]),
  ),
  ...Object.entries(STAMPS).flatMap(([name, form]) =>
    [MINUTES, ...SPANS.map((span) => span.map((moment, i) => moment + (20 + i) * 60_000))].map(
      (moments): [string, number[], Form] => [name, moments, form],
    ),
  ),
];

for (const [name, moments, form] of forms) {
  const dates = moments.map((moment) => form(parts(new Date(moment)), new Date(moment)));
  const [first, second, ...more] = dates;
  const newestFirst = [...dates].reverse();

  test(`${name}, such as ${first}: loads in order, is refused otherwise`, () => {
    const loaded = read(barsOf(dates));
    assert.deepEqual(closes(loaded), [1, 2, 3, 4, 5]);
    assert.deepEqual(loaded.dates, dates);

    const down = csvError(barsOf(newestFirst));
    assert.deepEqual([down.line, down.column], [3, 'Date']);
    assert.deepEqual(down.settledBy, { order: 'newest-first' });
    for (const stamp of newestFirst.slice(0, 2)) {
      assert.ok(down.message.includes(JSON.stringify(stamp).slice(0, 70)), down.message);
    }
    const turned = read(barsOf(newestFirst), { order: 'newest-first' });
    assert.deepEqual(closes(turned), [5, 4, 3, 2, 1]);
    assert.deepEqual(turned.dates, dates);
    assert.equal(csvError(barsOf(dates), { order: 'newest-first' }).line, 3);

    const doubled = csvError(barsOf([first, second, second, ...more]));
    assert.equal(doubled.line, 4);
    assert.match(doubled.message, / twice, first in line 3, expected one bar a stamp; say doubled: 'first'/);
    const swapped = csvError(barsOf([first, second, more[1], more[0], more[2]]));
    assert.equal(swapped.line, 5);
    assert.match(swapped.message, /expected the oldest bar first; sort the lines by date/);
  });
}

test('months, quarters, weeks and days of the year are read too', () => {
  const columns = [
    ['2023-11', '2023-12', '2024-01'],
    ['2023/11', '2023/12', '2024/01'],
    ['11/2023', '12/2023', '1/2024'],
    ['11.2023', '12.2023', '01.2024'],
    ['202311', '202312', '202401'],
    ['Nov 2023', 'Dec 2023', 'Jan 2024'],
    ['November 2023', 'December 2023', 'January 2024'],
    ['Oct-23', 'Nov-23', 'Dec-23', 'Jan-24'],
    ['2023M11', '2023M12', '2024M01'],
    ['2023-Q3', '2023-Q4', '2024-Q1'],
    ['2023Q3', '2023Q4', '2024Q1'],
    ['Q3 2023', 'Q4 2023', 'Q1 2024'],
    ['3Q2023', '4Q2023', '1Q2024'],
    ['2023-W51', '2023-W52', '2024-W01'],
    ['2023-W52-5', '2023-W52-7', '2024-W01-1'],
    ['2023-363', '2023-365', '2024-001'],
    ['2022', '2023', '2024'],
  ];
  for (const dates of columns) {
    assert.deepEqual(read(barsOf(dates)).dates, dates);
    assert.deepEqual(csvError(barsOf([...dates].reverse())).settledBy, { order: 'newest-first' }, `${dates}`);
    assert.match(fault(barsOf([dates[0], dates[0]])), / twice, first in line 2/);
  }
});

test('stamps are compared whole: offsets, fractions, units and forms that change on the way', () => {
  for (const dates of [
    ['2024-01-02T09:30:00+01:00', '2024-01-02T08:31:00Z'],
    ['2024-11-03 01:59:59 EDT', '2024-11-03 01:00:00 EST'],
    ['2024-10-27T02:30:00+02:00', '2024-10-27T02:00:00+01:00'],
    ['2024-01-02', '2024-01-02 00:00:01'],
    ['2024-01-02 23:59', '2024-01-03'],
    ['2024-01-02 12:59 AM', '2024-01-02 1:00 AM', '2024-01-02 12:00 PM', '2024-01-02 1:00 PM'],
    ['2024-01-02 24:00', '2024-01-03 00:01'],
    ['2024-01-02 09:30:00.999999998', '2024-01-02 09:30:00.999999999'],
    ['1704153600123456789', '1704153600123456790'],
    ['20240102093000123', '20240102093000124'],
    ['1735689599999', '1735689600000000'],
    ['1704153600', '1704153600001'],
    ['20240102', '20240102 093000'],
    ['Jan 2, 2024', '2024-01-03'],
    ['9:59:59.5', '10:00:00'],
    ['1.7041536e9', '1.704153660e+09'],
    ['9.5e-1', '1e0', '1.5E1'],
    ['2024-01-01/2024-01-07', '2024-01-08/2024-01-14'],
    ['Tue 2024-01-02 09:30', 'Wed 2024-01-03'],
  ]) {
    assert.deepEqual(read(barsOf(dates)).dates, dates);
    assert.equal(csvError(barsOf([...dates].reverse())).line, 3, `${dates}`);
  }
});

test('what is no date is said with line, column, value and the way out', () => {
  const out =
    "; say date: null to leave the dates out, or dates: 'labels' to keep them unread, in whatever order";
  for (const wrong of [
    '2024-02-30',
    '2024-13-01',
    '2024-00-10',
    '2023-02-29',
    '2024-01-02 25:00',
    '2024-01-02 09:60',
    '2024-01-02 09:30:61',
    '2024-01-02 13:00 PM',
    '2024-01-02 24:01',
    '2024-01-02T09:30+25:00',
    '2024-01-02 x',
    '2024-01/02',
    '20240230',
    '32/01/2024',
    'Foo 2, 2024',
    'NaT',
    'null',
    '-',
    '2024-01-02T09:30:00Zz1',
    '2024-W54',
    '2024-Q5',
    '2023-366',
    '1.7e999',
    '2024-01-02/',
    '0',
  ]) {
    assert.equal(
      fault(barsOf(['2024-01-01', wrong, '2024-01-03'])),
      `line 3, column "Date": got "${wrong}", expected a date as in line 2${out}`,
    );
  }
  assert.equal(
    fault(barsOf(['27 octobre 2024', '26 octobre 2024'])),
    `line 2, column "Date": got "27 octobre 2024", expected a date such as 2024-01-31, 31/01/2024 16:00 or an epoch${out}`,
  );
  assert.equal(
    fault(barsOf(['20240102', '20240230'])),
    `line 3, column "Date": got "20240230", expected a date as in line 2${out}`,
  );
  assert.equal(
    fault(barsOf(['2024-01-02 09:30Z', '2024-01-02 09:31'])),
    `line 3, column "Date": got "2024-01-02 09:31", which tells no offset, unlike line 2, so that they can't be compared${out}`,
  );
  assert.equal(
    fault(barsOf(['2024-01-02 09:30 XYZ', '2024-01-02 09:31 ZYX'])),
    `line 3, column "Date": got "2024-01-02 09:31 ZYX", which tells another offset or zone than line 2, so that they can't be compared${out}`,
  );
  assert.equal(
    fault(barsOf(['2024-01-02', '09:31'])),
    `line 3, column "Date": got "09:31", which is a time of day without a date, where line 2 has a date${out}`,
  );
  const unread = barsOf(['27 octobre 2024', '26 octobre 2024']);
  assert.deepEqual(read(unread, { dates: 'labels' }).dates, ['27 octobre 2024', '26 octobre 2024']);
  assert.equal(read(unread, { date: null }).dates, null);
});

test('labels that are no dates stay labels', () => {
  for (const labels of [
    ['bar 1', 'bar 2', 'bar 10'],
    ['b', 'a', 'c'],
    ['t0', 't1'],
    ['0', '1', '2'],
    ['1', '2', '3'],
    ['-2', '-1', '0'],
    ['1.5', '2.25'],
    ['2024-01-02T0', '2024-01-02T1'],
  ]) {
    assert.deepEqual(read(barsOf(labels)).dates, labels);
  }
  for (const labels of [
    ['bar 2', 'bar 1'],
    ['bar 1', 'baz 2'],
    ['bar 1', 'bar 1'],
    ['3', '2', '1'],
    ['1', '1'],
    ['-1', '-2'],
    ['2.5', '2.25'],
  ]) {
    assert.ok([2, 3].includes(csvError(barsOf(labels)).line ?? 0), `${labels}`);
  }
});

test('a cell of very many characters is no date, and found out at once', { timeout: 20_000 }, () => {
  const many = 300_000;
  for (const cell of ['1'.repeat(many), '1 '.repeat(many), `${'1'.repeat(many)}x1`, 'Jan '.repeat(many)]) {
    assert.match(fault(barsOf(['2024-01-01', `${cell}.`])), /^line 3, column "Date": got ".*expected a date/);
    assert.match(fault(barsOf([`${cell}.`, '2024-01-01'])), /^line 2, column "Date": got "/);
  }
});

test('what a terminal would obey is quoted', () => {
  const red = '\u001b[31m';
  const message = fault(`Date${red},Close\n${red},1\n${red}2,2\n`, { date: `Date${red}` });
  assert.ok(!message.includes('\u001b'), JSON.stringify(message));
});
