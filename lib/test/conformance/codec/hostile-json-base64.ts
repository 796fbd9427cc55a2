import type { Hostile } from './hostile';

const bytes = (close: string, params = ''): Uint8Array => Buffer.from(JSON.stringify({ close, params }));
const base64 = (array: Float64Array | BigInt64Array | Float32Array): string =>
  Buffer.from(array.buffer).toString('base64');

const close = base64(Float64Array.of(1.5, 2.5, 3.5));
const none = /close is no base64/;
const whole = /in multiples of/;

export const jsonBase64: Hostile = {
  refused: [
    {
      name: 'another character in place of one',
      bytes: bytes(`${close.slice(0, 9)}!${close.slice(10)}`),
      says: none,
    },
    { name: 'another character in place of the padding', bytes: bytes('AAAAAAAAAAA!'), says: none },
    { name: 'the alphabet of addresses', bytes: bytes('_-_-_-_-_-8='), says: none },
    { name: 'a line end in it', bytes: bytes(`${close.slice(0, 16)}\n${close.slice(16)}`), says: none },
    { name: 'a space in place of a character', bytes: bytes(` ${close.slice(1)}`), says: none },
    {
      name: 'a character that is an A but for its upper byte',
      bytes: bytes('AAAAA\u0141AAAAA='),
      says: none,
    },
    { name: 'no padding', bytes: bytes(base64(Float64Array.of(1.5)).replace('=', '')), says: none },
    { name: 'too much padding', bytes: bytes(`${close}====`), says: none },
    { name: 'padding in the middle', bytes: bytes('AAA=AAAAAAAA'), says: none },
    { name: 'bits behind the last byte', bytes: bytes('AAAAAAAAAAB='), says: none },
    { name: 'half a float', bytes: bytes(base64(Float32Array.of(1.5))), says: whole },
    { name: 'half a combo', bytes: bytes('', base64(BigInt64Array.of(1n, 2n, 3n))), says: whole },
    { name: 'a list', bytes: Buffer.from('{"close":[1.5],"params":""}'), says: /close is no text/ },
    {
      name: 'close twice',
      bytes: Buffer.from(`{"close":"${close}","params":"","close":""}`),
      says: /a name is there twice/,
    },
    {
      name: 'close twice, once in escapes',
      bytes: Buffer.from(`{"close":"${close}","params":"","c\\u006cose":""}`),
      says: /a name is there twice/,
    },
  ],
  taken: [
    {
      name: 'slashes in escapes',
      bytes: Buffer.from('{"close":"\\/\\/\\/\\/\\/\\/\\/\\/\\/\\/8=","params":""}'),
      close: [Number.NaN],
      params: [],
    },
    {
      name: 'another text with quotes in it',
      bytes: Buffer.from(`{"note":"\\"close\\":","close":"${close}","params":""}`),
      close: [1.5, 2.5, 3.5],
      params: [],
    },
  ],
};
