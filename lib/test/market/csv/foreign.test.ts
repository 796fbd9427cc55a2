import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { csvError, fault, read } from './bars-file';

const bars = 'date,close\n2024-01-02,1\n';
const hex = (digits: string, more = ''): Buffer =>
  Buffer.concat([Buffer.from(digits, 'hex'), Buffer.from(more)]);

test('a file of another kind is named as what it is, with what to do', () => {
  const files: [Buffer | string, RegExp][] = [
    [gzipSync(bars), /^is a gzip file, expected a CSV file; unpack it first, with gunzip$/],
    [hex('425a6839314159265359'), /^is a bzip2 file/],
    [hex('28b52ffd24', 'x'), /^is a Zstandard file/],
    [hex('fd377a585a000004'), /^is an xz file/],
    [hex('377abcaf271c0004'), /^is a 7-Zip archive/],
    [
      hex('504b030414000000', 'prices.csv'),
      /^is a zip archive, expected a CSV file; unpack it first, with unzip$/,
    ],
    [
      hex('504b030414000600', `${'\0'.repeat(22)}[Content_Types].xml`),
      /^is an Excel workbook \(xlsx\).*save the sheet/,
    ],
    [hex('504b030414000600', `${'\0'.repeat(22)}xl/workbook.xml`), /^is an Excel workbook \(xlsx\)/],
    [
      hex('504b030414000600', 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      /^is an OpenDocument sheet/,
    ],
    [hex('d0cf11e0a1b11ae10000'), /^is an old Excel workbook \(xls\)/],
    [Buffer.from('PAR1\x15\0'), /^is a Parquet file.*pandas\.read_parquet/],
    [Buffer.from('ARROW1\0\0'), /^is an Arrow \(Feather\) file/],
    [Buffer.from('FEA1\0\0'), /^is a Feather file/],
    [hex('ffffffff70000000'), /^is an Arrow stream/],
    [hex('894844460d0a1a0a00'), /^is an HDF5 file/],
    [Buffer.from('SQLite format 3\0'), /^is an SQLite database/],
    [hex('80049500'), /^is a Python pickle/],
    ['[{"date": "2024-01-02", "close": 1}]', /^is JSON/],
    ['{"date": ["2024-01-02"], "close": [1]}', /^is JSON/],
    ['\n[[1, 2],\n[3, 4]]', /^is JSON/],
    ['<!DOCTYPE html>\n<html><body>not found', /^is an HTML page/],
    ['<table><tr><td>1', /^is an HTML page/],
    ['<?xml version="1.0"?>', /^is XML/],
  ];
  for (const [content, message] of files) {
    assert.match(fault(content), message);
    assert.equal(csvError(content).line, null);
  }
});

test('a header that only begins like another kind of file is one', () => {
  for (const header of ['PAR1', 'BZh9', 'ARROW1', 'FEA1', 'ORC', '<DATE>', '[Date]', '{Date}', 'PK', 'Obj']) {
    const text = `${header},close\n2024-01-02,1\n`;
    assert.equal(read(text).close.length, 1, header);
  }
});
