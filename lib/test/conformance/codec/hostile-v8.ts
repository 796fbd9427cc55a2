import { serialize } from 'node:v8';
import type { Hostile } from './hostile';

const close = Float64Array.of(1.5);
const params = new BigInt64Array(6);
const good = serialize({ close, params });

/** The same with one property more, which is as long as another: its name becomes the other's. */
const renamed = (from: string, to: string): Buffer =>
  Buffer.from(
    serialize({ close, params, [from]: from === 'CLOSE' ? Float64Array.of(2.5) : params })
      .toString('latin1')
      .replace(from, to),
    'latin1',
  );

export const v8: Hostile = {
  refused: [
    {
      name: 'floats of 32 bits',
      bytes: serialize({ close: Float32Array.of(1.5), params }),
      says: /close is no array of float64/,
    },
    {
      name: 'integers of 32 bits',
      bytes: serialize({ close: Int32Array.of(1), params }),
      says: /close is no array/,
    },
    {
      name: 'unsigned lengths',
      bytes: serialize({ close, params: new BigUint64Array(6) }),
      says: /params is no array of int64/,
    },
    { name: 'a plain list', bytes: serialize({ close: [1.5], params }), says: /close is no array/ },
    {
      name: 'a DataView',
      bytes: serialize({ close: new DataView(new ArrayBuffer(8)), params }),
      says: /close is no array/,
    },
    {
      name: 'half a combo',
      bytes: serialize({ close, params: new BigInt64Array(3) }),
      says: /six|6 a combo/,
    },
    {
      name: 'a Map',
      bytes: serialize(new Map<string, unknown>(Object.entries({ close, params }))),
      says: /hold no close/,
    },
    { name: 'bytes behind it', bytes: Buffer.concat([good, Buffer.of(0)]), says: /bytes follow/ },
    { name: 'a second one behind it', bytes: Buffer.concat([good, good]), says: /bytes follow/ },
    { name: 'close twice', bytes: renamed('CLOSE', 'close'), says: /can't be read/ },
    { name: 'params twice', bytes: renamed('PARAMS', 'params'), says: /can't be read/ },
  ],
  taken: [
    {
      name: 'another property',
      bytes: serialize({ fee: 1, close, params }),
      close: [1.5],
      params: [0n, 0n, 0n, 0n, 0n, 0n],
    },
    {
      name: '200 others',
      bytes: serialize({
        close,
        params,
        ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`n${i}`, i])),
      }),
      close: [1.5],
      params: [0n, 0n, 0n, 0n, 0n, 0n],
    },
  ],
};
