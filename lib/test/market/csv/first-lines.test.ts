import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closes, csvError, fault, read } from './bars-file';

const klines =
  '1502942400000,4261.48,4485.39,4200.74,28995.13000000,795.15\n1503028800000,4285.08,4371.52,3938.77,28996.13,1199.8\n';

test('a file without a header is not read with its first bar as one', () => {
  for (const [text, close] of [
    [klines, '28995.13000000'],
    [klines, undefined],
    ['2024-01-02,185.5\n2024-01-03,186\n', '185.5'],
    ['2024.01.02,09:30,1.1\n2024.01.02,09:31,1.2\n', '1.1'],
    ['20240102,185.5\n20240103,186\n', '185.5'],
    ['1704153600,185\n1704153660,186\n', '185'],
    ['"Jan 2, 2024",AAPL,185.5\n"Jan 3, 2024",AAPL,186\n', '185.5'],
    ['AAPL,2024-01-02,185.5\nAAPL,2024-01-03,186\n', '185.5'],
    ['0,185.5\n1,186\n', '185.5'],
    ['185.5\n186\n', '185.5'],
    ['09:30,185.5\n09:31,186\n', '185.5'],
  ] as const) {
    const error = csvError(text, { close });
    assert.equal(error.line, 1, text);
    assert.match(
      error.message,
      /which is a bar, expected the column names; without a header, say header: false/,
    );
    assert.deepEqual(error.settledBy, { header: false });
  }
});

test('without a header, columns go by number or by the names that are given', () => {
  const byNumber = read(klines, { header: false, close: '5' });
  assert.deepEqual(closes(byNumber), [28995.13, 28996.13]);
  assert.deepEqual(byNumber.dates, ['1502942400000', '1503028800000']);
  assert.equal(
    fault(klines, { header: false }),
    'line 1, column "close": no such column; the columns are "1" (1502942400000), "2" (4261.48), "3" (4485.39), "4" (4200.74), "5" (28995.13000000), "6" (795.15); name yours with the option close',
  );
  const names = ['open_time', 'open', 'high', 'low', 'close', 'volume'];
  assert.deepEqual(closes(read(klines, { header: names })), [28995.13, 28996.13]);
  assert.equal(
    fault(klines, { header: ['time', 'close'] }),
    'line 1: 6 fields, expected 2 as in the option header',
  );
  assert.match(
    fault('1,2\n1\n', { header: false, close: '1' }),
    /^line 2: 1 field, expected 2 as in the first line/,
  );
  assert.match(fault(`${klines}x`, { header: false, close: '5' }), /^line 3: 1 field/);
  const down = klines.split('\n').reverse().join('\n').trim();
  assert.equal(csvError(down, { header: names }).line, 2);
});

test('column names that are numbers are names', () => {
  for (const [text, close] of [
    ['Date,600000\n2024-01-02,10.5\n2024-01-03,10.6\n', '600000'],
    ['Date,600000,600519\n2024-01-02,10.5,1700\n2024-01-03,10.6,1710\n', '600519'],
    [',600000\n2024-01-02,10.5\n2024-01-03,10.6\n', '600000'],
    ['600000,600519\n10.5,1700\n10.6,1710\n', '600000'],
    ['0,1,2,3\n1.1,1.2,1.3,1.4\n1.2,1.3,1.4,1.5\n', '3'],
    ['1,2\n1.1,1.9\n1.2,2\n', '2'],
    ['day,2330\n2024-01-02,2300\n2024-01-03,2310\n', '2330'],
    ['Date,4500.0,4600.0\n2024-01-02,12,13\n2024-01-03,12,13\n', '4500.0'],
    ['ticker,2024-01-02,2024-01-03\nAAPL,185,186\n', '2024-01-02'],
  ]) {
    assert.ok(read(text, { close }).close.length > 0, text);
  }
  const open = '2330,2317\n2300,104\n2310,105\n';
  assert.match(fault(open, { close: '2330' }), /; if these are names, header: true$/);
  assert.deepEqual(closes(read(open, { close: '2330', header: true })), [2300, 2310]);
});

test('sep= tells the delimiter', () => {
  assert.deepEqual(closes(read('sep=;\nDate;Close\n2024-01-02;1\n2024-01-03;2\n')), [1, 2]);
  assert.deepEqual(closes(read('\ufeffSEP=|\r\nDate|Close\r\n2024-01-02|1\r\n')), [1]);
  assert.deepEqual(closes(read('"sep=,"\nDate,Close\n2024-01-02,1\n')), [1]);
  assert.deepEqual(closes(read('sep=\t\nDate\tClose\n2024-01-02\t1\n')), [1]);
  assert.deepEqual(closes(read('sep=;\n2024-01-02;1\n', { header: false, close: '2' })), [1]);
  assert.match(fault('sep=;\nDate;Close\n2024-01-02;x\n'), /^line 3, column "Close": got "x"/);
  assert.match(
    fault('sep=\nDate;Close\n2024-01-02;1\n'),
    /^line 1: the line sep= tells the delimiter, expected one/,
  );
});

test('comments and titles above the column names are named, and can be passed', () => {
  const table = 'Date,Close\n2024-01-02,1\n2024-01-03,2\n';
  for (const [above, what] of [
    ['# daily bars\n', 'a comment'],
    ['# daily bars\n#, from somewhere\n\n', 'a comment'],
    ['https://www.CryptoDataDownload.com\n', 'a title'],
    ['SPY, daily\n\n', 'a title'],
    ['Historical prices\nof SPY\n', 'a title'],
    ['"Historical, prices"\n', 'a title'],
  ]) {
    const skip = above.split('\n').length - 1;
    assert.equal(
      fault(above + table),
      `line 1: the line is ${what}, expected the column names, which are in line ${skip + 1}; say skip: ${skip} to pass what is above them`,
    );
    assert.deepEqual(csvError(above + table).settledBy, { skip });
    assert.deepEqual(closes(read(above + table, { skip })), [1, 2]);
    assert.match(
      fault(`${above + table}x,y\n`, { skip }),
      new RegExp(`^line ${skip + 4}, column "Close": got "y"`),
    );
  }
  assert.match(fault('# a\n# b\nd,p\n1,2\n', { close: 'q' }), /^line 1: the line is a comment.*say skip: 2/);
  assert.match(fault(`${table}# the end\n`), /^line 4: a comment, expected a bar: 1 field/);
  assert.equal(fault(table, { skip: 9 }), 'skip: 9 leaves no line of the file');
  assert.equal(read('#Date,Close\n2024-01-02,1\n').close.length, 1);
});

test('column names over three lines, as yfinance writes them, are named', () => {
  const bars = '2024-01-02,1,2\n2024-01-03,3,4\n';
  const one = `Price,Close,High\nTicker,AAPL,AAPL\nDate,,\n${bars}`;
  assert.equal(
    fault(one),
    "line 1: the column names take three lines, as pandas and yfinance write them, expected one; say skip: 3, header: ['Date', 'Close', 'High']",
  );
  for (const text of [
    one,
    `Price,Close,Close\nTicker,AAPL,MSFT\nDate,,\n${bars}`,
    `,Close,High\nDatetime,,\n${bars}`,
    `,Close,Close\n,AAPL,MSFT\nDate,,\n${bars}`,
  ]) {
    const { settledBy } = csvError(text);
    const { header } = settledBy as { skip: number; header: string[] };
    assert.equal(new Set(header).size, 3, text);
    const loaded = read(text, { ...settledBy, close: header[1] });
    assert.deepEqual(closes(loaded), [1, 3], text);
    assert.deepEqual(loaded.dates, ['2024-01-02', '2024-01-03']);
  }
});

test('a first line that is a bar is told as one, also where a later cell is the number of a column', () => {
  const bars = '2024-01-02,1,101,20\n2024-01-03,1,102,21\n2024-01-04,1,103,3\n2024-01-05,1,104,22\n';
  assert.deepEqual(csvError(bars, { close: '3' }).settledBy, { header: false });
  assert.deepEqual([...read(bars, { header: false, close: '3' }).close], [101, 102, 103, 104]);
});
