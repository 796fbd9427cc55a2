import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Codec, type CodecRequest, codecRequest, type Losses, requestDifference } from '../../src/codec';
import { CodecError } from '../../src/errors';
import { windowLengths } from '../../src/kernel';
import { decoding } from './codec/decoding';
import { encoding } from './codec/encoding';
import { arbitraryFloats, hardFloats } from './floats';

const windows = [6, 21, 200].map(windowLengths);

/** Floats every codec must carry: nothing but finite numbers, and no -0. */
const finite = Float64Array.of(
  ...[0, 1, -1, 100, 0.1, 1 / 3, 5e-324, 2.2250738585072009e-308, 2.2250738585072014e-308],
  ...[
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    2 ** 53,
    2 ** 53 + 2,
    2 ** 63,
    -(2 ** 63),
    1e21,
    123456789.12345679,
  ],
  ...[3.4028234663852886e38, 4294967296, -2147483649, 16777217],
);

function assertRoundTrip(codec: Codec, request: CodecRequest): void {
  assert.equal(requestDifference(request, codec.decode(codec.encode(request))), null);
}

/** The same bytes at another offset of a larger buffer. */
function moved(bytes: Uint8Array, offset: number): Uint8Array {
  const room = new Uint8Array(bytes.length + offset + 3);
  room.set(bytes, offset);
  return room.subarray(offset, offset + bytes.length);
}

/** What every codec does alike: what goes in comes out bit for bit, or is refused by name. */
export function codecSuite(codec: Codec): void {
  describe(codec.name, () => {
    test('says what it is', () => {
      assert.match(codec.name, /^[a-z0-9_]+$/);
      assert.match(codec.mediaType, /^application\/\S+$/);
      assert.equal(codec.lossless, codec.loses === null);
    });

    test('empty, one, and very many', () => {
      for (const count of [0, 1, 2, 1000]) {
        assertRoundTrip(
          codec,
          codecRequest(
            Float64Array.from({ length: count }, (_, i) => 100 + i / 7),
            windows,
          ),
        );
      }
      assertRoundTrip(codec, codecRequest(Float64Array.of(1.5), []));
      assertRoundTrip(codec, codecRequest(new Float64Array(0), []));
    });

    test('subnormals, the largest, whole numbers and the rest of the finite', () => {
      assertRoundTrip(codec, codecRequest(finite, windows));
    });

    for (const [name, close] of Object.entries(hardFloats)) {
      test(`${name} comes back bit for bit, or is refused by index and value`, () => {
        const request = codecRequest(Float64Array.of(1, ...new Float64Array(close.length), 2), windows);
        new Uint8Array(request.close.buffer).set(new Uint8Array(close.buffer), 8);
        try {
          assertRoundTrip(codec, request);
        } catch (error) {
          assert(error instanceof CodecError, `${error}`);
          assert.equal(codec.lossless, false);
          assert.equal(error.place, 'close[1]');
          assert.ok(Object.is(error.value, close[0]));
          assert.match(
            error.message,
            new RegExp(`^codec ${codec.name}: close\\[1\\] is (NaN|-0|-?Infinity): .*lossy`),
          );
        }
      });
    }

    test('int64 beyond 2^53 comes back, or is refused by index and value', () => {
      for (const value of [2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)]) {
        const request = { close: finite, params: BigInt64Array.of(1n, 2n, value, 4n, 5n, 6n) };
        try {
          assertRoundTrip(codec, request);
        } catch (error) {
          assert(error instanceof CodecError, `${error}`);
          assert.equal(codec.lossless, false);
          assert.deepEqual([error.place, error.value], ['params[2]', value]);
        }
      }
      const least = BigInt64Array.of(2n ** 53n - 1n, -(2n ** 53n) + 1n, 0n, -1n, 1n, 4294967296n);
      assertRoundTrip(codec, { close: finite, params: least });
    });

    if (codec.lossless) {
      test('floats of arbitrary bits', () => {
        assertRoundTrip(codec, codecRequest(arbitraryFloats(10_000), windows));
      });
    } else {
      test('lossy lets through and counts', () => {
        const request = codecRequest(
          Float64Array.of(1, -0, hardFloats['a NaN with payload']![0]!, -0, 2),
          windows,
        );
        new BigUint64Array(request.close.buffer)[2] = 0x7ff8_0000_00c0_ffeen;
        const found: Losses[] = [];
        const bytes = codec.encode(request, { lossy: true, onLoss: (losses) => found.push(losses) });
        assert.equal(found.length, 1);
        assert.equal(found[0].values, 3);
        assert.equal(found[0].kinds.negative_zero, 2);
        assert.equal(found[0].first.place, 'close[1]');
        const { close, params } = codec.decode(bytes, { lossy: true });
        assert.deepEqual([close[0], close[1], close[3], close[4]], [1, 0, 0, 2]);
        assert.deepEqual(params, request.params);
        assert.equal(requestDifference(request, { close: request.close, params }), null);
      });
    }

    test('views at any offset, of the request and of the bytes', () => {
      const room = new Float64Array(finite.length + 2);
      room.set(finite, 1);
      const params = new BigInt64Array(14).fill(7n).subarray(1, 13);
      const request = { close: room.subarray(1, 1 + finite.length), params };
      const bytes = Uint8Array.from(codec.encode(request));
      for (let offset = 0; offset < 9; offset++) {
        assert.equal(
          requestDifference(request, codec.decode(moved(bytes, offset))),
          null,
          `offset ${offset}`,
        );
      }
    });

    test('the request is left as it was, and its memory is not kept', () => {
      const close = Float64Array.from(finite);
      const request = codecRequest(close, windows);
      const bytes = codec.encode(request);
      assert.equal(requestDifference(codecRequest(finite, windows), request), null);
      close.fill(0);
      assert.equal(requestDifference(codecRequest(finite, windows), codec.decode(bytes)), null);
    });

    test('its pieces are its bytes', () => {
      const request = codecRequest(finite, windows);
      const pieces = codec.pieces?.(request);
      if (pieces) assert.deepEqual(Buffer.concat(pieces), Buffer.from(codec.encode(request)));
    });

    test('what it returns stays, unless it says otherwise', () => {
      const [first, second] = [
        codecRequest(finite, windows),
        codecRequest(new Float64Array(finite.length), windows),
      ];
      const kept = codec.encode(first);
      codec.encode(second);
      const decoded = codec.reuses ? second : first;
      assert.equal(requestDifference(decoded, codec.decode(kept)), null);
    });

    test('bytes that are no request are refused', () => {
      const text = (words: string): Uint8Array => Buffer.from(words);
      const good = Uint8Array.from(codec.encode(codecRequest(finite, windows)));
      for (const bytes of [
        new Uint8Array(0),
        text('{'),
        text('{"close": 3, "params": []}'),
        text('null'),
        new Uint8Array(9).fill(0xff),
        good.subarray(0, good.length >> 1),
        good.subarray(0, 20),
      ]) {
        assert.throws(() => codec.decode(bytes), CodecError, `${bytes.length} bytes`);
      }
    });

    encoding(codec);
    decoding(codec);
  });
}
