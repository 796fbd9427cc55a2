import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { type Codec, type CodecRequest, codecRequest, requestDifference } from '../../../src/codec';
import { CodecError } from '../../../src/errors';
import { windowLengths } from '../../../src/kernel';

const close = Float64Array.of(1.5, 2.5);
const { params } = codecRequest(close, [windowLengths(6)]);

const gone = <T extends Float64Array | BigInt64Array>(array: T): T => {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
};

/** Arrays that are not of the kind that is expected: to read their memory as such would make up values. */
const wrong: [string, keyof CodecRequest, unknown][] = [
  ['a Float32Array for close', 'close', Float32Array.of(1.5, 2.5)],
  ['an Int32Array for close', 'close', Int32Array.of(1, 2)],
  ['a BigInt64Array for close', 'close', BigInt64Array.of(1n, 2n)],
  ['a Uint8Array of floats for close', 'close', new Uint8Array(close.buffer)],
  ['a Buffer for close', 'close', Buffer.from(close.buffer)],
  ['a DataView for close', 'close', new DataView(close.buffer)],
  ['an ArrayBuffer for close', 'close', close.buffer],
  ['a plain list for close', 'close', [1.5, 2.5]],
  ['a list of another realm for close', 'close', runInNewContext('[1.5, 2.5]')],
  ['a Float32Array of another realm for close', 'close', runInNewContext('Float32Array.of(1.5, 2.5)')],
  ['what has the prototype of a Float64Array for close', 'close', Object.create(Float64Array.prototype)],
  ['memory that was transferred away for close', 'close', gone(Float64Array.of(1.5))],
  ['nothing for close', 'close', undefined],
  ['null for close', 'close', null],
  ['a plain list for params', 'params', [3n, 6n]],
  ['a plain list of six for params', 'params', [3n, 6n, 2n, 1n, 2n, 3n]],
  ['rows for params', 'params', [[3, 6, 2, 1, 2, 3]]],
  ['a BigUint64Array for params', 'params', new BigUint64Array(6)],
  ['an Int32Array for params', 'params', new Int32Array(6)],
  ['a Float64Array for params', 'params', new Float64Array(6)],
  ['a DataView for params', 'params', new DataView(new ArrayBuffer(48))],
  ['two lengths for params', 'params', BigInt64Array.of(3n, 6n)],
  ['seven lengths for params', 'params', new BigInt64Array(7)],
  ['memory that was transferred away for params', 'params', gone(new BigInt64Array(6))],
];

/** What a codec is given to write: a request's own arrays, of any realm and in any memory, or it is refused by name. */
export function encoding(codec: Codec): void {
  for (const [what, place, value] of wrong) {
    test(`no number is made up of ${what}`, () => {
      const request = { close, params, [place]: value } as CodecRequest;
      for (const write of [codec.encode, codec.pieces]) {
        if (write === undefined) continue;
        assert.throws(
          () => write(request),
          (error) => {
            assert(error instanceof CodecError, `${error}`);
            assert.deepEqual([error.codec, error.place, error.value], [codec.name, place, value]);
            assert.match(
              error.message,
              /expected a (Float64Array|BigInt64Array)|expected 6 a combo|memory is gone/,
            );
            return true;
          },
        );
      }
    });
  }

  test('no request at all is refused by name', () => {
    for (const request of [undefined, null, 5, {}]) {
      assert.throws(() => codec.encode(request as never), { code: 'CODEC', place: 'close' });
    }
  });

  test('bytes that are no bytes are refused by name', () => {
    for (const bytes of [
      undefined,
      '{"close":[],"params":[]}',
      [0, 0],
      new ArrayBuffer(8),
      new Float64Array(1),
    ]) {
      assert.throws(() => codec.decode(bytes as never), { code: 'CODEC', place: 'bytes' });
    }
  });

  test('arrays of another realm, as a notebook has them, and shared memory', () => {
    const other = runInNewContext(
      '({ close: Float64Array.of(1.5, 2.5), params: BigInt64Array.of(3n, 6n, 2n, 1n, 2n, 3n) })',
    );
    const shared = {
      close: new Float64Array(new SharedArrayBuffer(16)),
      params: new BigInt64Array(new SharedArrayBuffer(48)),
    };
    shared.close.set(close);
    shared.params.set(params);
    for (const request of [other, shared]) {
      const bytes = Uint8Array.from(codec.encode(request));
      assert.equal(requestDifference({ close, params }, codec.decode(bytes)), null);
    }
    const bytes = codec.encode({ close, params });
    const copied = runInNewContext('Uint8Array').from(bytes) as Uint8Array;
    assert.equal(requestDifference({ close, params }, codec.decode(copied)), null);
  });
}
