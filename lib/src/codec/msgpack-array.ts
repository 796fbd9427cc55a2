import { Packr } from 'msgpackr';
import type { Codec } from './codec';
import { checkFloats, LossCounter } from './losses';
import { mapIn } from './msgpack-map';
import { floatList, integerRows, readLists } from './number-lists';
import { fields } from './shape';

// Plain maps, as other languages read them, and integers of 64 bits as they are.
const packr = new Packr({ useRecords: false, int64AsType: 'bigint' });

/** The one NaN that any writer may put in place of another. */
const CANONICAL_NAN = 0x7ff8_0000_0000_0000n;

/** MessagePack, each number as a number: a map of `close`, an array, and `params`, an array of arrays. */
export const msgpackArray: Codec<'msgpack_array'> = {
  name: 'msgpack_array',
  title: 'MessagePack, an array of numbers',
  mediaType: 'application/msgpack',
  lossless: false,
  loses: "the sign of -0 (written as an integer), a NaN's payload bits",
  reuses: false,
  encode(request, options = {}) {
    const { close, params } = request;
    const counter = new LossCounter('msgpack_array', options);
    const bits = new BigUint64Array(close.buffer, close.byteOffset, close.length);
    checkFloats(request, counter, (value, i) => {
      if (Number.isNaN(value)) return bits[i] === CANONICAL_NAN ? null : 'nan_payload';
      return Object.is(value, -0) ? 'negative_zero' : null;
    });
    counter.done();
    return packr.pack({ close: floatList(close), params: integerRows(params, (value) => value) });
  },
  decode(bytes, options = {}) {
    const lists = fields('msgpack_array', mapIn('msgpack_array', packr, bytes));
    return readLists('msgpack_array', lists, new LossCounter('msgpack_array', options));
  },
};
