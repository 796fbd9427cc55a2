import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import {
  CodecError,
  CsvError,
  EngineExitError,
  EngineReplyError,
  excerpt,
  IpcTaxError,
  knownOptions,
  OptionError,
  PictureError,
  ProtocolError,
  quoted,
  WriteError,
} from '../../src/errors';

const ESC = '\u001b';
const million = 1_000_000;
const long = 'a'.repeat(8 * million);

test('any value at all can be quoted, in 80 bytes at most', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const [value, text] of [
    ['a"b', '"a\\"b"'],
    [3n, '3n'],
    [-0, '0'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('s'), 'Symbol(s)'],
    [() => 1, 'a function'],
    [new Float32Array(2), 'a Float32Array of 8 bytes'],
    [new DataView(new ArrayBuffer(3)), 'a DataView of 3 bytes'],
    [runInNewContext('new BigInt64Array(2)'), 'a BigInt64Array of 16 bytes'],
    [Buffer.alloc(2), 'a Buffer of 2 bytes'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ a: [1, { b: 'c' }], d: undefined }, '{"a":[1,{"b":"c"}]}'],
    [{ close: new Float64Array(2) }, '{"close":"a Float64Array of 16 bytes"}'],
    [circle, '[object Object]'],
    [Object.assign(Object.create(null), { big: 1n }), '[object Object]'],
  ] as const) {
    assert.equal(quoted(value), text);
  }
});

test('a long value is cut, and how long it was is said', () => {
  const nested = { text: long, list: new Array(million).fill({ text: long }) };
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key ${i}`, i]));
  for (const [value, begins, ends] of [
    [long, '"aaaa', 'a..." (8000000 characters)'],
    ['é'.repeat(100), '"éé', 'é..." (100 characters)'],
    ['😀'.repeat(100), '"😀😀', '😀..." (200 characters)'],
    [ESC.repeat(100), '"\\u001b\\u001b', '\\u001b..." (100 characters)'],
    ['"'.repeat(100), '"\\"\\"', '\\"..." (100 characters)'],
    [new Array(5 * million).fill(1.5), '[1.5,1.5,', '... (5000000 values)'],
    [[long, long], '["aaaa', '... (2 values)'],
    [nested, '{"text":"aaaa', 'a...'],
    [wide, '{"key 0":0,', '...'],
    [{ [long]: 1 }, '{"aaaa', 'a...'],
    [Symbol(long), 'Symbol(aaaa', '... (8000008 characters)'],
    [1n << 4_000_000n, 'a bigint of some 4000004 bits', ''],
  ] as const) {
    const text = quoted(value);
    assert(Buffer.byteLength(text) <= 80, text);
    assert(text.startsWith(begins) && text.endsWith(ends), text);
    assert.doesNotMatch(text, /\p{Surrogate}/u);
  }
  assert.equal(quoted('a'.repeat(78)).length, 80);
  assert.equal(excerpt('b'.repeat(80)), 'b'.repeat(80));
  assert.equal(excerpt('b'.repeat(81)), `${'b'.repeat(61)}... (81 characters)`);
});

test('what would change a terminal or hide in it is shown by its code', () => {
  for (const [text, shown] of [
    [`${ESC}[31mred${ESC}[0m`, '\\u001b[31mred\\u001b[0m'],
    ['\u009b31m', '\\u009b31m'],
    ['a\0b\u0008\u007f\r', 'a\\u0000b\\u0008\\u007f\\u000d'],
    ['abc\u202ecba\u2066', 'abc\\u202ecba\\u2066'],
    ['\ufeffclose', '\\ufeffclose'],
    ['half \ud83d', 'half \\ud83d'],
    ['two\nlines\tand é 😀', 'two\nlines\tand é 😀'],
  ] as const) {
    assert.equal(excerpt(text), shown);
  }
  assert.equal(quoted(`a\n${ESC}]0;title\u0007`), '"a\\n\\u001b]0;title\\u0007"');
  assert.equal(quoted('\u009b'), '"\\u009b"');
  assert.equal(quoted({ [`${ESC}[2J`]: '\u202e' }), '{"\\u001b[2J":"\\u202e"}');
});

const wild = `${ESC}[2J${long}`;

for (const [what, error, tells] of [
  [
    'an unknown option',
    caught(() => knownOptions({ [wild]: 1 }, ['bars'])),
    /no such option; known are bars$/,
  ],
  ['the value of an option', new OptionError('bars', wild, 'an integer'), /, expected an integer$/],
  ['a list of them', new OptionError('lengths', [wild, wild], 'whole numbers'), /, expected whole numbers$/],
  [
    'a value that a codec met',
    new CodecError('json', 'close[3]', wild, 'expected a number'),
    /expected a number$/,
  ],
  [
    'the path of a file of bars',
    new CsvError(wild, 3, 'Close', 'the cell is empty'),
    /line 3, .*the cell is empty$/,
  ],
  [
    'the name of a column',
    new CsvError('a.csv', 1, wild, 'no such column'),
    /^a.csv, line 1, .*no such column$/,
  ],
  ['what is wrong with a file', new CsvError('a.csv', 1, 'Close', wild), /^a.csv, line 1, column "Close": /],
  ['the path of a page', new WriteError(wild, 'no space'), /can't be written: no space$/],
  [
    'what an engine refuses',
    new EngineReplyError(1, 'malformed', wild),
    /\(error 1, malformed\): .*characters\)$/,
  ],
  ['what an engine said last', new EngineExitError(1, null, `${wild}\nno licence`), /\nno licence$/],
  ['bytes of a protocol', new ProtocolError(wild), /characters\)$/],
  ['a figure', new PictureError(wild), /^the figure can't be drawn/],
  ['any other', new IpcTaxError('ANY', wild), /characters\)$/],
] as const) {
  test(`an error repeats no 8 MB, and no control characters: ${what}`, () => {
    assert(Buffer.byteLength(error.message) <= 4096 + 256, `${error.message.length} characters`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
    assert.doesNotMatch(error.message, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    assert.match(error.message, tells);
    assert(error.stack!.length < 10_000);
  });
}

function caught(call: () => void): IpcTaxError {
  try {
    call();
  } catch (error) {
    assert(error instanceof IpcTaxError);
    return error;
  }
  return assert.fail('nothing was thrown');
}
