import type { Codec } from './codec';
import { checkFloats, checkIntegers, LossCounter, type LossKind } from './losses';
import { floatList, integerRows, readLists } from './number-lists';
import { fields, parsed } from './shape';

function lost(value: number): LossKind | null {
  if (value - value !== 0) return Number.isNaN(value) ? 'nan' : 'infinity';
  return Object.is(value, -0) ? 'negative_zero' : null;
}

/** Decimal text: `{"close": [101.5, ...], "params": [[3, 6, 2, 1, 2, 3], ...]}`. Finite floats come back exactly. */
export const json: Codec<'json'> = {
  name: 'json',
  title: 'JSON, numbers as decimal text',
  mediaType: 'application/json',
  lossless: false,
  loses: 'NaN and infinity (null, then 0), the sign of -0, integers beyond 2^53',
  reuses: false,
  encode(request, options = {}) {
    const counter = new LossCounter('json', options);
    checkFloats(request, counter, lost);
    checkIntegers(request, counter);
    counter.done();
    const { close, params } = request;
    const text = JSON.stringify({ close: floatList(close), params: integerRows(params, Number) });
    // All of it is ASCII, which Latin-1 writes without looking.
    return Buffer.from(text, 'latin1');
  },
  decode(bytes, options = {}) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    const value = parsed('json', () => JSON.parse(text) as unknown);
    return readLists('json', fields('json', value), new LossCounter('json', options));
  },
};
