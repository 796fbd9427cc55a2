import type { Hostile } from './hostile';

const hex = (...parts: string[]): Uint8Array => Buffer.from(parts.join(''), 'hex');
const CLOSE = 'a5636c6f7365';
const PARAMS = 'a6706172616d73';
/** A map of close, a list of these values, and no params. */
const close = (count: number, ...values: string[]): Uint8Array =>
  hex('82', CLOSE, `9${count}`, ...values, PARAMS, '90');
/** One of one price and one combo, its first length given. */
const params = (length: string): Uint8Array =>
  hex('82', CLOSE, '9101', PARAMS, '91', '96', length, '0101010101');

const number = /expected a number/;
const integer = /expected an integer/;
const rounded = /integers beyond 2\^53/;
const repeated = /entries with \d different names/;
const unread = /can't be read/;

const maps = [
  { name: 'close twice', bytes: hex('83', CLOSE, '90', PARAMS, '90', CLOSE, '90'), says: repeated },
  {
    name: 'close twice, in a long map',
    bytes: hex('de0003', CLOSE, '90', PARAMS, '90', CLOSE, '90'),
    says: repeated,
  },
  {
    name: 'close twice, in a map of 32 bits',
    bytes: hex('df00000003', CLOSE, '90', PARAMS, '90', CLOSE, '90'),
    says: repeated,
  },
  {
    name: 'a number twice, once as a text',
    bytes: hex('84', CLOSE, '90', PARAMS, '90', '01', 'c0', 'a131', 'c0'),
    says: repeated,
  },
  { name: 'a map for a name', bytes: hex('83', CLOSE, '90', PARAMS, '90', '80', 'c0'), says: unread },
  { name: 'bytes behind it', bytes: hex('82', CLOSE, '90', PARAMS, '90', 'c0'), says: unread },
  { name: 'a list of 2^30 that ends at once', bytes: hex('82', CLOSE, 'dd3fffffff'), says: unread },
  { name: 'a map of 2^32 - 1 that ends at once', bytes: hex('dfffffffff', CLOSE), says: unread },
  { name: 'bytes of 2^32 - 1 that end at once', bytes: hex('82', CLOSE, 'c6ffffffff00'), says: unread },
  { name: 'a list of both', bytes: hex('92', '90', '90'), says: /are no map/ },
  { name: 'nil', bytes: hex('c0'), says: /are no map/ },
];

export const msgpackArray: Hostile = {
  refused: [
    ...maps,
    {
      name: 'an unsigned length above int64',
      bytes: params('cf8000000000000005'),
      says: /expected an integer from -2\^63 to 2\^63 - 1/,
      place: 'params[0]',
      value: 2n ** 63n + 5n,
    },
    {
      name: '2^63 as a length',
      bytes: params('cf8000000000000000'),
      says: integer,
      place: 'params[0]',
      value: 2n ** 63n,
    },
    {
      name: 'the largest unsigned length',
      bytes: params('cfffffffffffffffff'),
      says: integer,
      place: 'params[0]',
      value: 2n ** 64n - 1n,
    },
    {
      name: 'an unsigned price that no float is',
      bytes: close(2, '01', 'cf8000000000000005'),
      says: rounded,
      place: 'close[1]',
      value: 2n ** 63n + 5n,
    },
    {
      name: '2^53 + 1 as a price',
      bytes: close(1, 'd30020000000000001'),
      says: rounded,
      place: 'close[0]',
      value: 2n ** 53n + 1n,
    },
    {
      name: 'the largest unsigned price',
      bytes: close(1, 'cfffffffffffffffff'),
      says: rounded,
      place: 'close[0]',
      value: 2n ** 64n - 1n,
    },
    {
      name: 'the least price of 64 bits but one',
      bytes: close(1, 'd38000000000000001'),
      says: rounded,
      place: 'close[0]',
      value: -(2n ** 63n) + 1n,
    },
    {
      name: 'a float with a fraction for a length',
      bytes: params('cb3ff8000000000000'),
      says: integer,
      place: 'params[0]',
      value: 1.5,
    },
    {
      name: 'infinity for a length',
      bytes: params('cb7ff0000000000000'),
      says: integer,
      place: 'params[0]',
      value: Infinity,
    },
    {
      name: 'NaN for a length',
      bytes: params('ca7fc00000'),
      says: integer,
      place: 'params[0]',
      value: Number.NaN,
    },
    {
      name: 'a float of 2^60 for a length',
      bytes: params('cb43b0000000000000'),
      says: rounded,
      place: 'params[0]',
      value: 2 ** 60,
    },
    {
      name: 'a float of 2^64 for a length',
      bytes: params('cb43f0000000000000'),
      says: integer,
      place: 'params[0]',
      value: 2 ** 64,
    },
    {
      name: 'nil for a price',
      bytes: close(1, 'c0'),
      says: /a value was lost/,
      place: 'close[0]',
      value: null,
    },
    { name: 'nil for a length', bytes: params('c0'), says: integer, place: 'params[0]', value: null },
    { name: 'a text of digits', bytes: close(1, 'a132'), says: number, place: 'close[0]', value: '2' },
    { name: 'a timestamp for a price', bytes: close(1, 'd6ff00000001'), says: number, place: 'close[0]' },
    { name: 'a timestamp for a length', bytes: params('d6ff00000001'), says: integer, place: 'params[0]' },
    { name: 'an unknown extension', bytes: close(1, 'd40505'), says: /can't be read|expected a number/ },
    { name: 'a price in a list of its own', bytes: close(1, '9101'), says: number, place: 'close[0]' },
    { name: 'false', bytes: close(1, 'c2'), says: number, place: 'close[0]', value: false },
    { name: 'bytes for a list', bytes: hex('82', CLOSE, 'c40101', PARAMS, '90'), says: /are no lists/ },
    { name: 'a map for a list', bytes: hex('82', CLOSE, '810001', PARAMS, '90'), says: /are no lists/ },
    {
      name: 'five lengths',
      bytes: hex('82', CLOSE, '90', PARAMS, '91', '950101010101'),
      says: /expected a row of 6/,
      place: 'params[0]',
    },
  ],
  taken: [
    {
      name: 'whole numbers of every width',
      bytes: close(
        8,
        '01',
        'ff',
        'cc80',
        'cd0100',
        'ce00010000',
        'cf0020000000000000',
        'd08f',
        'd3c000000000000000',
      ),
      close: [1, -1, 128, 256, 65536, 2 ** 53, -113, -(2 ** 62)],
      params: [],
    },
    { name: '2^63 as a price', bytes: close(1, 'cf8000000000000000'), close: [2 ** 63], params: [] },
    { name: 'a float of 32 bits', bytes: close(1, 'ca3fc00000'), close: [1.5], params: [] },
    {
      name: 'whole floats for lengths',
      bytes: params('cb4008000000000000'),
      close: [1],
      params: [3n, 1n, 1n, 1n, 1n, 1n],
    },
    {
      name: 'the largest length',
      bytes: params('cf7fffffffffffffff'),
      close: [1],
      params: [2n ** 63n - 1n, 1n, 1n, 1n, 1n, 1n],
    },
    {
      name: 'another name',
      bytes: hex('83', 'a3666565', '01', CLOSE, '9101', PARAMS, '90'),
      close: [1],
      params: [],
    },
    {
      name: 'an object as msgpackr writes it by default, its names apart',
      bytes: hex('d47240', '92', CLOSE, PARAMS, '9101', '90'),
      close: [1],
      params: [],
    },
  ],
};

const half = '3ff80000';

export const msgpackBinary: Hostile = {
  refused: [
    ...maps,
    {
      name: 'half a float',
      bytes: hex('82', CLOSE, 'c404', half, PARAMS, 'c400'),
      says: /in multiples of 8/,
    },
    {
      name: 'half a combo',
      bytes: hex('82', CLOSE, 'c400', PARAMS, 'c408', half, half),
      says: /in multiples of 48/,
    },
    { name: 'a list of numbers', bytes: hex('82', CLOSE, '9101', PARAMS, 'c400'), says: /close is no bytes/ },
    {
      name: 'a text',
      bytes: hex('82', CLOSE, 'a83132333435363738', PARAMS, 'c400'),
      says: /close is no bytes/,
    },
    { name: 'nil', bytes: hex('82', CLOSE, 'c0', PARAMS, 'c400'), says: /close is no bytes/ },
    {
      name: 'an unknown extension of 8 bytes',
      bytes: hex('82', CLOSE, 'd705', half, half, PARAMS, 'c400'),
      says: /can't be read|no bytes/,
    },
  ],
  taken: [
    {
      name: 'bytes of every width',
      bytes: hex('82', CLOSE, 'c50008', '000000000000f83f', PARAMS, 'c600000000'),
      close: [1.5],
      params: [],
    },
  ],
};
