import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, test } from 'node:test';
import { studySeries } from '../../src/study';

const folder = mkdtempSync(path.join(tmpdir(), 'ipc-tax-'));
const file = path.join(folder, 'prices.csv');
after(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  for (const name of ['BARS', 'CLOSE', 'CSV']) delete process.env[`IPC_TAX_${name}`];
});

/** As `make run BARS=prices.csv CLOSE=... CSV=...` hands them on, where what is left out is empty. */
function series(text: string, close = '', csv = '') {
  writeFileSync(file, text);
  process.env.IPC_TAX_BARS = file;
  process.env.IPC_TAX_CLOSE = close;
  process.env.IPC_TAX_CSV = csv;
  return [...studySeries().close];
}

test("the series of `make run BARS=...` is the user's", () => {
  const text = 'date,Open,Last\n2020-01-01,1,10\n2020-01-02,2,11\n';
  assert.throws(() => series(text), {
    code: 'CSV',
    message: /name yours with the option close \(with make: CLOSE=its-name\)$/,
  });
  assert.throws(
    () => series(text, 'Lst'),
    (error: Error) => !error.message.includes('with make'),
  );
  assert.deepEqual(series(text, 'Last'), [10, 11]);
  assert.deepEqual(series(text, '', '{"close":"Open"}'), [1, 2]);
  assert.deepEqual(series(text, 'Last', '{"close":"Open"}'), [10, 11]);
});

test('a file newest first, or without a header, can be taken from the command too, and the error says how', () => {
  const down = 'date,close\n2020-01-02,2\n2020-01-01,1\n';
  assert.throws(() => series(down), {
    code: 'CSV',
    line: 3,
    message: /order: 'newest-first' \(with make: CSV='\{"order":"newest-first"\}'\)$/,
  });
  assert.deepEqual(series(down, '', '{"order":"newest-first"}'), [1, 2]);

  const klines = '1502942400000,4261.48\n1503028800000,4285.08\n';
  assert.throws(() => series(klines, '4261.48'), /\(with make: CLOSE=5 CSV='\{"header":false\}'\)$/);
  assert.deepEqual(series(klines, '2', '{"header":false}'), [4261.48, 4285.08]);

  const above = `# bars\n${down}`;
  assert.throws(() => series(above, '', '{"order":"newest-first"}'), {
    message: /\(with make: CSV='\{"order":"newest-first","skip":1\}'\)$/,
  });
  assert.deepEqual(series(above, '', '{"order":"newest-first","skip":1}'), [1, 2]);
});

test('what settles a fault is told as make takes it', () => {
  const pairs = 'date,pair,close\n2024-01-01,$BTC,1\n2024-01-01,$ETH,2\n';
  assert.throws(() => series(pairs), { message: /\(with make: CSV='\{"symbol":"\$\$BTC"\}'\)$/ });
});

test('options that are no JSON, or none of fromCsv', () => {
  const text = 'date,close\n2020-01-01,1\n';
  for (const json of ['order: newest-first', '[1]', '"order"', 'null', '7']) {
    assert.throws(
      () => series(text, '', json),
      /^OptionError: option CSV: got .*expected options of fromCsv as JSON/,
    );
  }
  assert.throws(() => series(text, '', '{"orders":1}'), /option orders: got 1, expected no such option/);
});
