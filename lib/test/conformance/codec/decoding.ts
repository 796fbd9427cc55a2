import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Codec, codecRequest, requestDifference } from '../../../src/codec';
import { CodecError } from '../../../src/errors';
import { windowLengths } from '../../../src/kernel';
import { hostile } from './hostile';

/** Bytes that the process may grow by, besides what it is given. */
const ROOM = 64 * 2 ** 20;

/** What a codec makes of bytes that nobody's encoder wrote: their values, or an error that names what is wrong. */
export function decoding(codec: Codec): void {
  test('its own hostile bytes are listed', () => {
    assert(codec.name in hostile, `an entry in lib/test/conformance/codec/hostile.ts for ${codec.name}`);
  });

  for (const { name, bytes, says, ...named } of hostile[codec.name]?.refused ?? []) {
    test(`no value is made up of ${name}`, () => {
      assert.throws(
        () => codec.decode(bytes),
        (error) => {
          assert(error instanceof CodecError, `${error}`);
          assert.equal(error.codec, codec.name);
          assert.match(error.message, says);
          if (named.place !== undefined) assert.equal(error.place, named.place);
          if ('value' in named) assert(Object.is(error.value, named.value), `${String(error.value)}`);
          return true;
        },
      );
    });
  }

  for (const { name, bytes, ...expected } of hostile[codec.name]?.taken ?? []) {
    test(`they are read as they are meant: ${name}`, () => {
      const request = {
        close: Float64Array.from(expected.close),
        params: BigInt64Array.from(expected.params),
      };
      const found = codec.decode(bytes);
      assert.deepEqual([...found.close], [...request.close]);
      assert.deepEqual([...found.params], [...request.params]);
    });
  }

  const request = codecRequest(Float64Array.of(100.5, -2.25, 1e-9), [windowLengths(6)]);

  test('any bit flipped: values that are there, or a refusal, in the room that there is', () => {
    const good = Uint8Array.from(codec.encode(request));
    const before = process.resourceUsage().maxRSS * 1024;
    const bytes = Uint8Array.from(good);
    for (let bit = 0; bit < 8 * good.length; bit++) {
      bytes[bit >> 3] = good[bit >> 3]! ^ (1 << (bit & 7));
      checkDecoded(codec, bytes, `bit ${bit}`);
      bytes[bit >> 3] = good[bit >> 3]!;
    }
    const grown = process.resourceUsage().maxRSS * 1024 - before;
    assert(grown <= good.length + ROOM, `it grew by ${grown} bytes`);
  });

  test('any beginning: the request only of nearly all of it', () => {
    const good = Uint8Array.from(codec.encode(request));
    for (let length = 0; length < good.length; length++) {
      const found = checkDecoded(codec, good.slice(0, length), `${length} of ${good.length} bytes`);
      if (found !== null) assert.equal(requestDifference(request, found), null);
    }
  });

  test('many bytes changed at once, the same every time', () => {
    const good = Uint8Array.from(codec.encode(request));
    const bytes = Uint8Array.from(good);
    const view = new DataView(bytes.buffer);
    let state = 1;
    const below = (end: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % end;
    };
    const edges = [0, -1, 1, 2 ** 31 - 1, -(2 ** 31), 4, 8, 255, 65_536];
    for (let round = 0; round < 5_000; round++) {
      bytes.set(good);
      for (let changes = below(4); changes >= 0; changes--) {
        if (below(2) === 0) bytes[below(bytes.length)] = below(256);
        else view.setInt32(below(bytes.length - 3), edges[below(edges.length)]!, true);
      }
      checkDecoded(codec, bytes, `round ${round}`);
    }
  });
}

/** What is decoded, or null where it is refused; and no float that the bytes do not hold, where they hold floats. */
function checkDecoded(codec: Codec, bytes: Uint8Array, what: string): ReturnType<Codec['decode']> | null {
  let found: ReturnType<Codec['decode']>;
  try {
    found = codec.decode(bytes);
  } catch (error) {
    assert(error instanceof CodecError, `${what}: ${(error as Error).stack}`);
    return null;
  }
  assert.equal(found.params.length % 6, 0, what);
  assert(found.close.byteLength + found.params.byteLength <= 8 * bytes.length, what);
  if (codec.lossless && codec.mediaType !== 'application/json') {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (const array of [found.close, found.params]) {
      for (let i = 0; i < array.length; i++) {
        assert(
          buffer.includes(Buffer.from(array.buffer, array.byteOffset + 8 * i, 8)),
          `${what}: ${array[i]} is not in the bytes`,
        );
      }
    }
  }
  return found;
}
