import type { Hostile } from './hostile';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const close = (values: string): Uint8Array => bytes(`{"close":[${values}],"params":[]}`);
const params = (values: string): Uint8Array => bytes(`{"close":[0.5],"params":[[${values}]]}`);

const overflow = /beyond the largest float64/;
const underflow = /nearer to zero than any float64/;
const int64 = /integers beyond 2\^53/;
const fraction = /it is no integer/;
const twice = /a name is there twice/;

export const json: Hostile = {
  refused: [
    {
      name: '1e999',
      bytes: close('1,1e999'),
      says: /written as 1e999, /,
      place: 'close[1]',
      value: Infinity,
    },
    { name: '-1e999', bytes: close('-1e999'), says: overflow, place: 'close[0]', value: -Infinity },
    {
      name: '1e400 behind a null',
      bytes: close('0,1e400,null'),
      says: overflow,
      place: 'close[1]',
      value: Infinity,
    },
    { name: '400 digits', bytes: close('9'.repeat(400)), says: overflow, place: 'close[0]', value: Infinity },
    {
      name: '1e-400',
      bytes: close('0,0.0,1e-400'),
      says: /written as 1e-400, /,
      place: 'close[2]',
      value: 0,
    },
    { name: '-1E-999', bytes: close('1e-5, -1E-999'), says: underflow, place: 'close[1]', value: -0 },
    {
      name: '400 zeros and a 1',
      bytes: close(`0.${'0'.repeat(400)}1`),
      says: underflow,
      place: 'close[0]',
      value: 0,
    },
    {
      name: '2^53 + 1 as a length',
      bytes: params('1,9007199254740993,1,1,1,1'),
      says: int64,
      place: 'params[1]',
      value: 9007199254740992,
    },
    {
      name: '2^63 as a length',
      bytes: params('9223372036854775808,1,1,1,1,1'),
      says: int64,
      place: 'params[0]',
      value: 2 ** 63,
    },
    {
      name: '2^64 as a length',
      bytes: params('1,18446744073709551616,1,1,1,1'),
      says: /expected an integer from -2\^63/,
      place: 'params[1]',
      value: 2 ** 64,
    },
    {
      name: '1e999 as a length',
      bytes: params('1,1,1,1,1,1e999'),
      says: /expected an integer/,
      place: 'params[5]',
      value: Infinity,
    },
    {
      name: '1e300 as a length',
      bytes: params('1,1,1,1,1,1e300'),
      says: /expected an integer from/,
      place: 'params[5]',
      value: 1e300,
    },
    {
      name: 'a fraction that is rounded away',
      bytes: params('1,1,2.99999999999999999999,1,1,1'),
      says: fraction,
      place: 'params[2]',
      value: 3,
    },
    {
      name: 'a fraction of less than 2^-1074',
      bytes: params('1,1e-400,1,1,1,1'),
      says: fraction,
      place: 'params[1]',
      value: 0,
    },
    {
      name: 'a fraction behind a text of the same name',
      bytes: bytes('{"note":"params","params":[[1,1,1.00000000000000000001,1,1,1]],"close":[]}'),
      says: fraction,
      place: 'params[2]',
      value: 1,
    },
    { name: 'close twice', bytes: bytes('{"close":[1],"close":[2],"params":[]}'), says: twice },
    {
      name: 'close twice, once in escapes',
      bytes: bytes('{"close":[1],"params":[],"\\u0063lose":[2]}'),
      says: twice,
    },
    {
      name: 'params twice, behind quotes and brackets in a text',
      bytes: bytes('{"params":[],"a\\\\\\"]}":"\\\\","close":[],"params":[[1,1,1,1,1,1]]}'),
      says: twice,
    },
    { name: 'another name twice', bytes: bytes('{"close":[],"params":[],"fee":1,"fee":2}'), says: twice },
    {
      name: 'a text of digits',
      bytes: close('1,"2"'),
      says: /expected a number/,
      place: 'close[1]',
      value: '2',
    },
    { name: 'true', bytes: close('true'), says: /expected a number/, place: 'close[0]', value: true },
    { name: 'a list in the list', bytes: close('[1]'), says: /expected a number/, place: 'close[0]' },
    { name: 'NaN', bytes: close('NaN'), says: /can't be read/ },
    { name: 'Infinity', bytes: close('Infinity'), says: /can't be read/ },
    { name: 'a hexadecimal number', bytes: close('0x10'), says: /can't be read/ },
    { name: 'bytes behind it', bytes: bytes('{"close":[],"params":[]}{'), says: /can't be read/ },
    {
      name: 'a byte that is no UTF-8',
      bytes: Buffer.concat([close('1'), Buffer.of(0xff)]),
      says: /can't be read/,
    },
    { name: 'a list of both', bytes: bytes('[[1],[]]'), says: /expected an object/ },
    {
      name: 'names that every object has',
      bytes: bytes('{"__proto__":{"close":[],"params":[]}}'),
      says: /hold no close/,
    },
    {
      name: 'params in one list',
      bytes: bytes('{"close":[],"params":[1,1,1,1,1,1]}'),
      says: /expected a row of 6/,
      place: 'params[0]',
      value: 1,
    },
    {
      name: 'a null for a length',
      bytes: params('1,null,1,1,1,1'),
      says: /expected an integer/,
      place: 'params[1]',
      value: null,
    },
  ],
  taken: [
    {
      name: 'zeros in every form',
      bytes: close('0,0.0,0e-999,0.000e5,0E400'),
      close: [0, 0, 0, 0, 0],
      params: [],
    },
    { name: 'the sign of zero', bytes: close('-0,-0.0,1e-9'), close: [-0, -0, 1e-9], params: [] },
    { name: 'the least float', bytes: close('5e-324,4e-324'), close: [5e-324, 5e-324], params: [] },
    {
      name: 'the largest float',
      bytes: close('1.7976931348623157e308,1.79769313486231580793e308'),
      close: [Number.MAX_VALUE, Number.MAX_VALUE],
      params: [],
    },
    {
      name: 'whole numbers with a point or an exponent',
      bytes: params('3.0,30e-1,0.3e1,1E0,-0,0.0'),
      close: [0.5],
      params: [3n, 3n, 3n, 1n, 0n, 0n],
    },
    {
      name: 'space, and params first',
      bytes: bytes(' {\n"params" : [ [1 ,2,3,4,5,6 ]\n], "close":[\t1.5 ]} '),
      close: [1.5],
      params: [1n, 2n, 3n, 4n, 5n, 6n],
    },
    { name: 'a name in escapes', bytes: bytes('{"\\u0063lose":[1],"params":[]}'), close: [1], params: [] },
    {
      name: 'other names, and the same names in them',
      bytes: bytes('{"close":[1],"of":{"close":[2],"params":"\\"close\\""},"params":[]}'),
      close: [1],
      params: [],
    },
  ],
};
