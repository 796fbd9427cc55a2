import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '../../../src/errors';
import { closes, csvError, fault, read } from './bars-file';

const interleaved = (column: string, one = 'AAPL', two = 'MSFT') =>
  `date,${column},close\n2024-01-02,${one},185\n2024-01-02,${two},370\n2024-01-03,${one},186\n2024-01-03,${two},371\n`;
const blocks = (column: string) =>
  `date,${column},close\n2024-01-02,AAPL,185\n2024-01-03,AAPL,186\n2024-01-02,MSFT,370\n2024-01-03,MSFT,371\n`;
const apart = (column: string) =>
  `date,${column},close\n2024-01-02,AAPL,185\n2024-01-03,AAPL,186\n2024-01-04,MSFT,370\n`;

test('several symbols in one file are refused by line, column and values, and one can be chosen', () => {
  assert.equal(
    fault(interleaved('symbol')),
    'line 3, column "symbol": got "MSFT" after "AAPL" in line 2, expected the bars of one series; choose one with symbol: \'AAPL\', or if it is one series under several names, symbolColumn: null',
  );
  for (const column of [
    'Symbol',
    'TICKER',
    'pair',
    'Instrument',
    'asset',
    'code',
    'Name',
    '<TICKER>',
    'ts_code',
  ]) {
    for (const [text, line] of [
      [interleaved(column), 3],
      [blocks(column), 4],
      [apart(column), 4],
    ] as const) {
      const error = csvError(text);
      assert.deepEqual([error.line, error.column], [line, column]);
      assert.deepEqual(error.settledBy, { symbol: 'AAPL' });
      assert.deepEqual(closes(read(text, { symbol: 'AAPL' })), [185, 186]);
      assert.equal(read(text, { symbol: 'MSFT' }).close[0], 370);
    }
  }
  const codes = interleaved('code', '600000', '600519');
  assert.equal(csvError(codes).line, 3);
  const chosen = read(codes, { symbol: '600519' });
  assert.deepEqual(closes(chosen), [370, 371]);
  assert.equal(chosen.name, 'bars.csv 600519');
  assert.equal(chosen.description, '2 bars of 600519 from bars.csv, column close, 2024-01-02 to 2024-01-03');
});

test('one symbol in the whole file is fine, and so is one series under several names', () => {
  assert.equal(read('date,symbol,close\n2024-01-02,FB,1\n2024-01-03,FB,2\n').close.length, 2);
  const renamed = 'date,symbol,close\n2022-06-08,FB,1\n2022-06-09,META,2\n';
  assert.equal(csvError(renamed).line, 3);
  assert.equal(read(renamed, { symbolColumn: null }).close.length, 2);
  assert.equal(read('date,exchange,close\n2024-01-02,N,1\n2024-01-03,Q,2\n').close.length, 2);
});

test('a fault in the chosen series is on its line of the file', () => {
  const text = 'date,symbol,close\n2024-01-02,A,1\n2024-01-02,B,x\n2024-01-03,A,2\n2024-01-01,A,3\n';
  assert.match(
    fault(text, { symbol: 'A' }),
    /^line 5, column "date": got "2024-01-01" after "2024-01-03" in line 4/,
  );
  assert.match(fault(text, { symbol: 'B' }), /^line 3, column "close": got "x"/);
  assert.equal(fault(text, { symbol: 'C' }), 'column "symbol": no bar of "C"; there are "A", "B"');
});

test('a column of another name is hinted at where dates come twice or go back', () => {
  const hint = "choose one with symbolColumn: 'who', symbol: 'AAPL'";
  assert.equal(
    fault(interleaved('who')),
    `line 3, column "date": got "2024-01-02" twice, first in line 2; column "who" has "AAPL" there and "MSFT" here: if these are several series, ${hint}`,
  );
  assert.ok(fault(blocks('who')).includes(hint));
  for (const text of [interleaved('who'), blocks('who')]) {
    assert.deepEqual(closes(read(text, { symbol: 'AAPL', symbolColumn: 'who' })), [185, 186]);
  }
});

test('a symbol without a column, and a column without its symbol', () => {
  assert.throws(() => read('close\n1\n', { symbol: 'A' }), OptionError);
  assert.throws(() => read(interleaved('symbol'), { symbol: 'A', symbolColumn: null }), OptionError);
  assert.match(
    fault(interleaved('symbol'), { symbol: 'A', symbolColumn: 'x' }),
    /^line 1, column "x": no such column/,
  );
  assert.equal(csvError(interleaved('who'), { symbolColumn: 'who' }).line, 3);
  assert.deepEqual(csvError(interleaved('symbol', '', 'MSFT')).settledBy, { symbol: 'MSFT' });
});

test('a volume, a change, a time or a weekday is no symbol: doubled bars are told as such', () => {
  for (const [name, one, two] of [
    ['Vol.', '1.30M', '1.31M'],
    ['Change %', '0.12%', '-0.10%'],
    ['Note', '12.5 K', '13 K'],
    ['Day', 'Mon', 'Tue'],
    ['Weekday', 'Monday', 'Tuesday'],
  ]) {
    const text = `Date,Close,${name}\n2024-01-02,1,${one}\n2024-01-02,2,${two}\n2024-01-03,3,${two}\n`;
    assert.deepEqual(csvError(text).settledBy, { doubled: 'first' }, name);
    assert.deepEqual(closes(read(text, { doubled: 'last' })), [2, 3]);
  }
});

test('contracts and companies are series of their own, also where no stamp comes twice', () => {
  for (const name of ['contract', 'Company', 'Company Name', 'commodity']) {
    const text = `date,${name},close\n2024-01-02,ESH4,4800\n2024-01-03,NQH4,16800\n`;
    assert.deepEqual(csvError(text).settledBy, { symbol: 'ESH4' }, name);
  }
});
