import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { OptionError } from '../../../src/errors';
import { type CsvOptions, fromCsv } from '../../../src/market';
import { closes, fault, file, folder, read } from './bars-file';

test('prices and dates of an ordinary file', () => {
  const series = read('Date,Open,Close,Volume\n2024-01-02,10,10.5,100\n2024-01-03,10.5,11,90\n');
  assert.deepEqual(closes(series), [10.5, 11]);
  assert.deepEqual(series.dates, ['2024-01-02', '2024-01-03']);
  assert.equal(series.name, 'bars.csv');
  assert.equal(series.description, '2 bars from bars.csv, column Close, 2024-01-02 to 2024-01-03');
});

test('columns by name', () => {
  const text = 'when,Close,Adj Close\na,1,2\nb,3,4\n';
  assert.deepEqual(closes(read(text)), [1, 3]);
  const chosen = read(text, { close: 'Adj Close', date: 'when' });
  assert.deepEqual(closes(chosen), [2, 4]);
  assert.deepEqual(chosen.dates, ['a', 'b']);
  assert.equal(read(text).dates, null);
  assert.deepEqual(closes(read('CLOSE\n1\n')), [1]);
});

test('the column of dates is found by its name, the fuller one first', () => {
  for (const name of ['date', 'DATE', 'Time', 'timestamp', 'Datetime', '']) {
    assert.deepEqual(read(`${name},close\nx,1\ny,2\n`).dates, ['x', 'y'], name);
  }
  assert.deepEqual(read('Date,Timestamp,close\na,b,1\n').dates, ['b']);
  assert.deepEqual(read('Unnamed: 0,close\n2024-01-02,1\n').dates, ['2024-01-02']);
});

test('an unnamed first column that only counts rows is no date', () => {
  assert.equal(read(',close\n0,5\n1,6\n2,7\n').dates, null);
  assert.deepEqual(read(',close\n1,5\n2,6\n').dates, ['1', '2']);
});

test('delimiters, quotes, line ends, byte order marks, blank lines at the end', () => {
  const rows = [
    'date,close\n2024-01-02,1.5\n2024-01-03,2.5\n',
    'date;close\n2024-01-02;1.5\n2024-01-03;2.5\n',
    'date\tclose\n2024-01-02\t1.5\n2024-01-03\t2.5\n',
    '"date","close"\r\n"2024-01-02","1.5"\r\n"2024-01-03","2.5"\r\n',
    'date,close\r2024-01-02,1.5\r2024-01-03,2.5',
    'date,close\n2024-01-02,1.5\r\n2024-01-03,2.5\n\n\r\n  \n',
    '\ufeffdate,close\n2024-01-02,1.5\n2024-01-03,2.5',
    '\ufeff"date", close \n2024-01-02, 1.5 \n2024-01-03,2.5',
  ];
  const utf16 = Buffer.from(`\ufeff${rows[2]}`, 'utf16le');
  for (const text of [...rows, utf16]) {
    const series = read(text);
    assert.deepEqual(closes(series), [1.5, 2.5], JSON.stringify(text));
    assert.deepEqual(series.dates, ['2024-01-02', '2024-01-03'], JSON.stringify(text));
  }
  const quoted = read('note,close\n"a, ""b""\nand c",3\n"x;y",4\n', { date: 'note' });
  assert.deepEqual(quoted.dates, ['a, "b"\nand c', 'x;y']);
  assert.deepEqual(closes(quoted), [3, 4]);
  assert.deepEqual(closes(read('"a;b;c;d",close\nx,3\n')), [3]);
});

test('the forms of a number', () => {
  assert.deepEqual(
    closes(read('close\n12.5\n 12.5 \n1e3\n1.5E-3\n+7\n.5\n5.\n007\n"8"\n')),
    [12.5, 12.5, 1000, 0.0015, 7, 0.5, 5, 7, 8],
  );
});

test('what is no price is named with line and column', () => {
  const number = 'expected a number with a decimal point and no thousands separators';
  const cells: [string, string][] = [
    ['12abc', `got "12abc", ${number}`],
    ['"1,234.5"', `got "1,234.5", ${number}`],
    ['0x10', `got "0x10", ${number}`],
    ['1_000', `got "1_000", ${number}`],
    ['$5', `got "$5", ${number}`],
    ['1e', `got "1e", ${number}`],
    ['--1', `got "--1", ${number}`],
    ['.', `got ".", ${number}`],
    ['', 'the cell is empty, expected a price'],
    ['   ', 'the cell is empty, expected a price'],
    ['0', 'got "0", expected a price above zero'],
    ['-0.0', 'got "-0.0", expected a price above zero'],
    ['-3.5', 'got "-3.5", expected a price above zero'],
    ['1e-400', 'got "1e-400", expected a price above zero'],
    ['1e999', 'got "1e999", expected a finite price'],
    ['-1e999', 'got "-1e999", expected a finite price'],
    ['NaN', 'got "NaN", expected a finite price'],
    ['-inf', 'got "-inf", expected a finite price'],
    ['Infinity', 'got "Infinity", expected a finite price'],
  ];
  for (const [cell, problem] of cells) {
    const text = `date,Close\n2024-01-02,1\n2024-01-03,${cell}\n2024-01-04,x\n`;
    assert.equal(fault(text), `line 3, column "Close": ${problem}`, cell);
  }
  assert.equal(fault('date;close\n2024-01-02;1,5\n'), `line 2, column "close": got "1,5", ${number}`);
});

test('a line is a line of the file, also after fields that span lines', () => {
  const text = 'note,close\r\n"a\r\nb\r\nc",1\r\n"d\r\ne",x\r\n';
  assert.match(fault(text), /^line 5, column "close": got "x"/);
  writeFileSync(file, text);
  assert.throws(() => fromCsv(file), { line: 5, column: 'close' });
});

test('missing and repeated columns', () => {
  assert.equal(
    fault('date,price,\n1,2,3\n'),
    'line 1, column "close": no such column; the columns are "date", "price", (unnamed); name yours with the option close',
  );
  assert.equal(
    fault('date,close\n1,2\n', { close: 'Price' }),
    'line 1, column "Price": no such column; the columns are "date", "close"',
  );
  assert.equal(
    fault('date,close\n1,2\n', { date: 'day' }),
    'line 1, column "day": no such column; the columns are "date", "close"',
  );
  assert.equal(
    fault('close,close\n1,2\n'),
    'line 1, column "close": "close" and "close" both match, expected one column of that name',
  );
  assert.equal(
    fault('Close,close\n1,2\n'),
    'line 1, column "close": "Close" and "close" both match, expected one column of that name',
  );
  assert.equal(
    fault('p,p,q\n1,2,3\n', { close: 'p' }),
    'line 1, column "p": 2 columns have this name, expected one',
  );
  const wide = Array.from({ length: 25 }, (_, i) => `c${i}`).join();
  assert.match(fault(`${wide}\n${wide}\n`), /"c19" and 5 more; name yours/);
  assert.deepEqual(closes(read('Close,close\n1,2\n', { close: 'close' })), [2]);
  assert.deepEqual(closes(read('v,v,close\n1,2,3\n')), [3]);
});

test('rows that are not as wide as the header', () => {
  assert.equal(fault('date,close\na,1\nb,2,3\n'), 'line 3: 3 fields, expected 2 as in the header');
  assert.equal(fault('date,close\na\nb,2\n'), 'line 2: 1 field, expected 2 as in the header');
  assert.equal(fault('date,close\na,1\n\nb,2\n'), 'line 3: the line is blank, expected a bar');
  assert.equal(fault('close\n1\n\n2\n'), 'line 3, column "close": the cell is empty, expected a price');
  assert.equal(fault('date,close\na,1\n"b,2\n'), 'line 3: the quotes of a field do not pair');
});

test('files with nothing in them', () => {
  for (const text of ['', '\n', '\ufeff', ' \r\n\r\n']) {
    assert.equal(fault(text), 'the file is empty, expected a header and bars', JSON.stringify(text));
  }
  for (const text of ['date,close', 'date,close\n', 'date,close\r\n\r\n']) {
    assert.equal(fault(text), 'the file has only its header, expected bars', JSON.stringify(text));
  }
  assert.equal(fault('\ndate,close\na,1\n'), 'line 1: the line is blank, expected the column names');
});

test('dates: none missing, the oldest first', () => {
  assert.equal(
    fault('date,close\n2024-01-02,1\n ,2\n'),
    'line 3, column "date": the cell is empty, expected a date',
  );
  assert.equal(
    fault('date,close\n2024-01-03,1\n2024-01-02,2\n'),
    `line 3, column "date": got "2024-01-02" after "2024-01-03" in line 2, expected the oldest bar first; a file with the newest bar first is turned round with order: 'newest-first'`,
  );
  assert.match(fault('timestamp,close\n1704240000,1\n1704153600,2\n'), /got "1704153600" after "1704240000"/);
  assert.equal(read('date,close\n13/01/2024,1\n02/02/2024,2\n').dates?.length, 2);
  assert.equal(read('time,close\n0930,1\n1600,2\n').dates?.length, 2);
  assert.match(fault('time,close\n1600,1\n0930,2\n'), /^line 3, column "time": got "0930" after "1600"/);
});

test('what is not a readable file', () => {
  const missing = path.join(folder, 'none.csv');
  assert.throws(() => fromCsv(missing), { name: 'CsvError', message: `${missing}: no such file` });
  assert.throws(() => fromCsv('no/such.csv'), {
    name: 'CsvError',
    message: `no/such.csv: no such file in ${process.cwd()}, where relative paths begin`,
  });
  assert.throws(() => fromCsv(folder), {
    name: 'CsvError',
    message: `${folder}: is a directory, expected a file`,
  });
  assert.throws(() => fromCsv('/dev/null'), /is a device, pipe or socket, expected a file/);
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  assert.throws(() => fromCsv(pipe), /is a device, pipe or socket, expected a file/);
  assert.throws(() => fromCsv(path.join(file, 'x')), {
    name: 'CsvError',
    message: /cannot be read: ENOTDIR/,
  });
});

const NAME_OR_NUMBER =
  "expected the name of a column, or its number as a text such as '5' where there is no header";

test('bad options', () => {
  writeFileSync(file, 'date,close\na,1\n');
  const faults: [() => unknown, string][] = [
    [() => fromCsv(''), 'option path: got "", expected the path of a CSV file'],
    [() => fromCsv(7 as unknown as string), 'option path: got 7, expected the path of a CSV file'],
    [() => fromCsv(file, { close: 5 as unknown as string }), `option close: got 5, ${NAME_OR_NUMBER}`],
    [() => fromCsv(file, { close: '' }), `option close: got "", ${NAME_OR_NUMBER}`],
    [() => fromCsv(file, { date: 3 as unknown as string }), `option date: got 3, ${NAME_OR_NUMBER}`],
    [
      () => fromCsv(file, { close: 'close', date: 'close' }),
      'option date: got "close", expected another column than that of the prices',
    ],
    [
      () => fromCsv(file, { column: 'close' } as CsvOptions),
      'option column: got "close", expected no such option; known are close, date, time, skip, header, order, dates, doubled, clockChanges, symbol, symbolColumn',
    ],
  ];
  for (const [call, message] of faults) {
    assert.throws(call, (error) => error instanceof OptionError && error.message === message, message);
  }
});

test('a long file keeps every bar', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `2024-01-02T${i},${i + 1},${(i + 1) / 8}`);
  const series = read(`date,volume,close\n${rows.join('\n')}\n`);
  assert.equal(series.close.length, 20_000);
  assert.ok(series.close.every((price, i) => price === (i + 1) / 8));
  assert.equal(series.dates?.at(-1), '2024-01-02T19999');
});

test('a bar out of its order among others', () => {
  assert.equal(
    fault('date,close\n2024-01-01,1\n2024-01-05,2\n2024-01-03,3\n2024-01-08,4\n'),
    'line 4, column "date": got "2024-01-03" after "2024-01-05" in line 3, expected the oldest bar first; sort the lines by date, or take them as they stand without dates: date: null',
  );
  assert.equal(
    fault('time,close\n1700000000,1\n1700000120,2\n1700000060,3\n1700000180,4\n'),
    'line 4, column "time": got "1700000060" after "1700000120" in line 3, expected the oldest bar first; sort the lines by date, or take them as they stand without dates: date: null',
  );
});

test('a cell of very many characters is refused as quickly as a short one', { timeout: 10_000 }, () => {
  const many = 300_000;
  for (const cell of [
    `${'1'.repeat(many)}x`,
    `${'1'.repeat(many)}.x`,
    `1.${'1'.repeat(many)}x`,
    `1e${'1'.repeat(many)}x`,
    `${' '.repeat(many)}x`,
    `1${' '.repeat(many)}x`,
    `"${'""'.repeat(many)}"`,
  ]) {
    assert.match(fault(`close\n${cell}\n`), /^line 2, column "close": got ".*expected a number/);
  }
});

test('bytes that are no text', () => {
  const zero = 'a zero byte, expected text in UTF-8, or in UTF-16 with a byte order mark';
  assert.equal(fault('close\r\n1\r\n2\0\n'), `line 3: ${zero}`);
  assert.equal(fault(Buffer.from('close\n1\n', 'utf16le')), `line 1: ${zero}`);
  assert.equal(fault(Buffer.from('PAR2\0\0')), `line 1: ${zero}`);
});

test('UTF-16 of both byte orders', () => {
  const text = Buffer.from('\ufeffdatum,close\n1,2.5\n', 'utf16le');
  assert.deepEqual(closes(read(text)), [2.5]);
  assert.deepEqual(closes(read(Buffer.from(text).swap16())), [2.5]);
});

test('a header whose first name spans lines still tells the delimiter', () => {
  assert.deepEqual(closes(read('"of\nall";close\n1;2\n')), [2]);
});

test('one column for prices and dates: the option that was given is named', () => {
  writeFileSync(file, 'Date,Close\n2024-01-02,1\n');
  const message = 'option close: got "Date", expected a column of prices: this one has the dates';
  assert.throws(() => fromCsv(file, { close: 'Date' }), { code: 'OPTION', message });
  assert.throws(() => fromCsv(file, { date: 'Close' }), {
    code: 'OPTION',
    message: /option date: got "Close"/,
  });
});
