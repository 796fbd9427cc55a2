import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '../../../src/errors';
import type { CsvOptions } from '../../../src/market';
import { barsOf, closes, csvError, fault, read } from './bars-file';

test('newest first, with lines, column, both stamps and the option that turns it round', () => {
  for (const dates of [
    ['2011.12.08', '2011.12.07'],
    ['Jan 19, 2018', 'Jan 18, 2018'],
    ['Oct 25, 2005', 'Oct 24, 2005'],
    ['19-1-2018', '18-1-2018'],
    ['25/10/2005', '24/10/2005'],
    ['27.10.2024', '26.10.2024'],
    ['01/19/2018', '01/18/2018'],
    ['2018-1-19', '2018-1-18'],
    ['2024/10/27', '2024/10/26'],
    ['2018-01-19T16:00:00Z', '2018-01-19T15:59:00Z'],
    ['2024-01-02 14:29:00', '2024-01-02 09:30:00'],
    ['1704153660000', '1704153600000'],
  ]) {
    const [first, second] = dates;
    for (const header of ['Date,Close', 'open_time,Close']) {
      assert.equal(
        fault(barsOf(dates, header)),
        `line 3, column "${header.split(',')[0]}": got "${second}" after "${first}" in line 2, expected the oldest bar first; a file with the newest bar first is turned round with order: 'newest-first'`,
      );
    }
    assert.deepEqual(closes(read(barsOf(dates), { order: 'newest-first' })), [2, 1]);
  }
  assert.match(
    fault(barsOf(['2024-01-05', '2024-01-04', '2024-01-03'])),
    /^line 3, .* expected the oldest bar first, and so on to "2024-01-03" in line 4; /,
  );
});

test('a column of dates is found by what is in it, whatever it is called', () => {
  for (const header of [
    'open_time',
    'Open time',
    'Local time',
    'Gmt time',
    '<DATE>',
    'Date (UTC)',
    'Unix Timestamp',
    'datum',
    'snapped_at',
    '',
    'x',
  ]) {
    assert.equal(csvError(barsOf(['2024-01-03', '2024-01-02'], `${header},Close`)).line, 3, header);
    assert.equal(csvError(barsOf(['1704153660', '1704153600'], `${header},Close`)).line, 3, header);
  }
  assert.equal(csvError('id,when,close\n7,2024-01-03,1\n8,2024-01-02,2\n').column, 'when');
  // what only looks like a column of times
  for (const text of [
    'volume,close\n300,1\n200,2\n',
    'close,volume\n1,1704153600\n2,1704153500\n',
    'uptime,close\n9,1\n7,2\n',
    'close,expiry\n1,2024-03-15\n2,2024-03-15\n',
    'id,close\nab-2,1\nab-1,2\n',
  ]) {
    assert.equal(read(text).dates, null, text);
  }
});

test('an order that is told is checked', () => {
  const message = fault(barsOf(['2024-01-02', '2024-01-03']), { order: 'newest-first' });
  assert.equal(
    message,
    'line 3, column "Date": got "2024-01-03" after "2024-01-02" in line 2, expected the newest bar first; leave the option order out',
  );
  assert.match(
    fault(barsOf(['2024-01-05', '2024-01-02', '2024-01-03']), { order: 'newest-first' }),
    /^line 4, .* expected the newest bar first; sort the lines by date/,
  );
  for (const [text, options] of [
    ['Close\n1\n2\n', { order: 'newest-first' }],
    [barsOf(['2024-01-03', '2024-01-02']), { order: 'newest-first', date: null }],
    [barsOf(['2024-01-03', '2024-01-02']), { order: 'newest-first', dates: 'labels' }],
    ['Close\n1\n2\n', { doubled: 'first' }],
  ] as [string, CsvOptions][]) {
    assert.throws(() => read(text, options), OptionError);
  }
});

test('stamps that come twice', () => {
  const dates = ['2024-01-02', '2024-01-03', '2024-01-03', '2024-01-03', '2024-01-04'];
  assert.equal(
    fault(barsOf(dates)),
    "line 4, column \"Date\": got \"2024-01-03\" twice, first in line 3, expected one bar a stamp; say doubled: 'first', 'last' or 'all' to keep one of such bars or all of them",
  );
  const loaded = (doubled: CsvOptions['doubled']) => closes(read(barsOf(dates), { doubled }));
  assert.deepEqual(loaded('first'), [1, 2, 5]);
  assert.deepEqual(loaded('last'), [1, 4, 5]);
  assert.deepEqual(loaded('all'), [1, 2, 3, 4, 5]);
  const turned = (doubled: CsvOptions['doubled']) =>
    closes(read(barsOf([...dates].reverse()), { doubled, order: 'newest-first' }));
  assert.deepEqual(turned('first'), [5, 2, 1]);
  assert.deepEqual(turned('last'), [5, 4, 1]);
  assert.deepEqual(turned('all'), [5, 4, 3, 2, 1]);
  assert.match(
    fault(barsOf(['2024-01-03T10:00+01:00', '2024-01-03T09:00Z'])),
    /got "2024-01-03T09:00Z" twice, first in line 2, there as "2024-01-03T10:00\+01:00"/,
  );
  assert.equal(csvError(barsOf(['2024-01-03', '2024-01-03', '2024-01-02']), { doubled: 'all' }).line, 4);
});

test('a clock that is set back', () => {
  const autumn = ['2024-10-27 01:30', '2024-10-27 01:00', '2024-10-27 01:30', '2024-10-27 02:00'];
  assert.equal(
    fault(barsOf(autumn)),
    'line 3, column "Date": got "2024-10-27 01:00" after "2024-10-27 01:30" in line 2, expected the oldest bar first; the clock goes back, as where summer time ends: give the stamps their offset, such as +01:00, or say clockChanges: true',
  );
  assert.deepEqual(closes(read(barsOf(autumn), { clockChanges: true })), [1, 2, 3, 4]);
  const turned = { clockChanges: true, order: 'newest-first' } as const;
  assert.deepEqual(closes(read(barsOf([...autumn].reverse()), turned)), [4, 3, 2, 1]);
  const hourly = ['2024-11-03 00:00', '2024-11-03 01:00', '2024-11-03 01:00', '2024-11-03 02:00'];
  assert.match(
    fault(barsOf(hourly)),
    /twice.* for an hour that came twice as a clock was set back, clockChanges: true$/,
  );
  assert.equal(closes(read(barsOf(hourly), { clockChanges: true })).length, 4);
  const twoYears = [...hourly, '2025-11-02 01:45', '2025-11-02 01:00', '2025-11-02 02:00'];
  assert.equal(closes(read(barsOf(twoYears), { clockChanges: true })).length, 7);
  for (const dates of [
    ['2024-10-27 01:30', '2024-10-27 01:00', '2024-10-27 01:30', '2024-10-27 01:00'],
    ['2024-10-27 02:30', '2024-10-27 01:00'],
    ['2024-10-27 02:00', '2024-10-27 01:00'],
    ['2024-10-27 01:30Z', '2024-10-27 01:00Z'],
    ['2024-10-27', '2024-10-26'],
    ['2024-10-27', '2024-10-27'],
  ]) {
    csvError(barsOf(dates), { clockChanges: true });
  }
});

test('a time of day in a column of its own', () => {
  const rows = (times: string[], header = 'Date,Time,Close', day = '2024.01.02') =>
    `${header}\n${times.map((time, i) => `${day},${time},${i + 1}`).join('\n')}\n`;
  const loaded = read(rows(['09:30', '09:31', '16:00']));
  assert.deepEqual(loaded.dates, ['2024.01.02 09:30', '2024.01.02 09:31', '2024.01.02 16:00']);
  for (const [times, ...more] of [
    [['09:31', '09:30']],
    [['9:31', '9:30']],
    [['4:00 PM', '11:00 AM']],
    [['093100', '093000'], '<DATE>,<TIME>,Close', '20240102'],
    [['93100', '93000'], '<DATE>,<TIME>,Close', '20240102'],
    [['100000', '93000'], 'Date,Time,Close', '20240102'],
    [['1000', '930'], 'date,time,close', '01/02/2024'],
    [['10', '9'], 'Date,Hour,Close', '31/01/2024'],
    [['00:01:00', '00:00:00'], 'Date,Timestamp,Close', '20170522'],
    [['00:01:00.002', '00:01:00.001'], 'Date,Time,Close', 'Jan 2 2024'],
  ] as [string[], string?, string?][]) {
    assert.equal(csvError(rows(times, ...more)).line, 3, `${times}`);
    assert.match(fault(rows([times[0], times[0]], ...more)), / twice, first in line 2/);
    assert.equal(read(rows([...times].reverse(), ...more)).close.length, 2, `${times}`);
  }
  assert.match(
    fault(rows(['09:30', 'noon'])),
    /^line 3, column "Date Time": got "2024\.01\.02 noon", expected a date/,
  );
  assert.match(
    fault(rows(['09:30', ''])),
    /^line 3, column "Time": the cell is empty, expected a time of day/,
  );
  assert.deepEqual(read(rows(['x', 'y']), { time: null, doubled: 'all' }).dates, [
    '2024.01.02',
    '2024.01.02',
  ]);
  assert.equal(
    read('day,at,close\n2024-01-02,09:30,1\n2024-01-02,09:31,2\n', { time: 'at' }).close.length,
    2,
  );
  assert.throws(() => read('at,close\n09:30,1\n', { time: 'at', date: null }), OptionError);
  assert.match(fault('Date,close\n2024-01-02,1\n', { time: 'at' }), /^line 1, column "at": no such column/);
});

test('year, month and day in columns of their own', () => {
  const rows = (days: string[], header = 'Year,Month,Day,Close') =>
    `${header}\n${days.map((day, i) => `${day},${i + 1}`).join('\n')}\n`;
  const loaded = read(rows(['2023,12,31', '2024,1,2']));
  assert.deepEqual(loaded.dates, ['2023-12-31', '2024-1-2']);
  assert.match(
    fault(rows(['2024,1,3', '2024,1,2'])),
    /^line 3, column "Year Month Day": got "2024-1-2" after "2024-1-3"/,
  );
  assert.equal(csvError(rows(['2024,Feb,1', '2024,Jan,31'], 'year,month,day,close')).line, 3);
  assert.equal(csvError(rows(['2024,2,1,10', '2024,2,1,9'], 'year,month,day,hour,close')).line, 3);
  assert.match(fault(rows(['2024,2,1', '2024,2,30'])), /got "2024-2-30", expected a date as in line 2/);
  assert.match(
    fault(rows(['2024,2,1', '2024,,2'])),
    /^line 3, column "Month": the cell is empty, expected a date/,
  );
  assert.equal(read(rows(['2024,1,3', '2024,1,2']), { date: null }).dates, null);
});

test('times of day and dates without a year are in order as far as that can be told', () => {
  assert.equal(read(barsOf(['09:30', '09:31', '16:00'], 'time,close')).close.length, 3);
  assert.match(
    fault(barsOf(['09:30', '16:00', '09:30'], 'time,close')),
    /a time of day does not tell its day/,
  );
  assert.equal(read(barsOf(['2-Jan', '3-Jan', '4-Feb'])).close.length, 3);
  assert.equal(csvError(barsOf(['3-Jan', '2-Jan'])).line, 3);
  assert.match(fault(barsOf(['30-Dec', '31-Dec', '2-Jan'])), /without a year, the order at New Year is open/);
  assert.match(fault(barsOf(['2-Jan', '31-Dec'])), /without a year, the order at New Year is open/);
  csvError(barsOf(['Jan-18', 'Dec-17']));
  csvError(barsOf(['Feb 01', 'Jan 31']));
});

test('what is meant as time is read or refused, whatever its name, and never passed over', () => {
  const falling = [
    'Datum;Schluss;close\n30. Dez 2023;115;1\n29. Dez 2023;112;2\n',
    '"날짜","close"\n"2024- 06- 28","81500"\n"2024- 06- 27","81600"\n',
    '日期,close\n2024年06月28日,2\n2024年06月27日,1\n',
    'v,c,close,t\n100,1,2,1704214800000\n90,2,1,1704128400000\n',
    'close,Zeit\n2,1704214800\n1,1704128400\n',
    'close,ts\n3,1704214800\n2,1704128400\n1,1704042000\n',
    'Datum,Close\n45294,115\n45293,112\n',
    'Month,close\n202403,1\n202402,2\n',
    'Year,Month,Close\n2023,12,5\n2023,11,4\n',
    'Year,Close\n2023,5\n2022,4\n',
    'Trade Date,Close\n2024-01-05,1\n2024-01-03,2\n-,3\n',
    'symbol,interval,close_time,close\nBTC,1h,1704214800000,2\nBTC,1h,1704128400000,1\n',
    'Last Update,Close\n2024-01-03,2\n2024-01-02,1\n',
  ];
  for (const text of falling) csvError(text);
  csvError('20240103 093000 123;1.1\n20240102 093000 123;1.2\n', { header: false, close: '2' });
  assert.deepEqual(read('Year,Month,Close\n2023,11,5\n2023,12,4\n').dates, ['2023-11', '2023-12']);
  assert.deepEqual(read('Year,Close\n2022,5\n2023,4\n').dates, ['2022', '2023']);
  // what is none of it
  for (const text of [
    'timeframe,close\n5m,1\n1m,2\n',
    'note,close\nQ4 2024,1\nsame,2\n',
    'close,volume\n1,1704153600\n2,1704153500\n3,1804153500\n',
    'close,expiry\n1,2024-03-15\n2,2024-03-14\n',
  ]) {
    assert.equal(read(text).dates, null, text);
  }
});

test('a column of times of day is found by its cells, and minutes of their own are refused', () => {
  for (const name of ['Uhrzeit', 'Heure', 'Bar Time', 'x']) {
    const { dates } = read(`Date;${name};Close\n2024-01-02;09:00;1\n2024-01-02;09:05;2\n`);
    assert.deepEqual(dates, ['2024-01-02 09:00', '2024-01-02 09:05'], name);
  }
  const metaTrader = '2024.01.02,00:00,1.1\n2024.01.02,00:01,1.2\n2024.01.03,00:00,1.3\n';
  assert.deepEqual(closes(read(metaTrader, { header: false, close: '3' })), [1.1, 1.2, 1.3]);
  const apart = 'Date,Hour,Minute,Close\n2024-01-02,9,0,1\n2024-01-02,9,5,2\n';
  assert.match(fault(apart), /^line 1, column "Hour": the minutes are in column "Minute"/);
  assert.deepEqual(closes(read(apart, { date: null })), [1, 2]);
});
