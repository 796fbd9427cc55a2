import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OptionError } from '../../src/errors';
import { windowLengths } from '../../src/kernel';
import {
  defaultLimits,
  dropRequest,
  echoRequest,
  joined,
  openLiveRequest,
  parseRequest,
  Refusal,
  sweepRequest,
  tickRequest,
} from '../../src/wire';
import { getInt64, setInt64 } from '../../src/wire/layout';

const combo = windowLengths(6);

describe('building', () => {
  test('a long series is not copied, a short one goes with the header', () => {
    const long = new Float64Array(10_000);
    const parts = sweepRequest(long, [combo]);
    assert.deepEqual(
      parts.map(({ byteLength }) => byteLength),
      [13, 80_000, 48],
    );
    assert.equal(parts[1]!.buffer, long.buffer);
    assert.equal(sweepRequest(long.subarray(0, 10), [combo]).length, 1);
    assert.equal(echoRequest(long.subarray(0, 0)).length, 1);
  });

  test('a view in the middle of an array is sent as what it shows', () => {
    const floats = Float64Array.of(1, 2, 3, 4);
    assert.deepEqual(joined(echoRequest(floats.subarray(1, 3))), joined(echoRequest(Float64Array.of(2, 3))));
  });

  test('values that no frame can carry', () => {
    assert.throws(() => openLiveRequest({ ...combo, p: 2 ** 53 }), /option windows.p: got 9007199254740992/);
    assert.throws(() => openLiveRequest({ ...combo, half: Number.NaN }), OptionError);
    assert.throws(() => dropRequest(-1), /option series: got -1/);
    assert.throws(() => tickRequest(2 ** 32, new Float64Array(1)), /option session/);
  });

  test('a frame over 2^31 - 1 bytes', () => {
    const huge = Object.create(Float64Array.prototype, {
      length: { value: 2 ** 28 },
      byteLength: { value: 2 ** 31 },
    });
    assert.throws(
      () => echoRequest(huge),
      /option echo request: got 2147483657, expected a frame body of at most/,
    );
  });
});

test('i64: every safe integer there and back', () => {
  const view = new DataView(new ArrayBuffer(8));
  for (const value of [
    0,
    1,
    -1,
    2 ** 31,
    -(2 ** 31),
    2 ** 32,
    2 ** 32 - 1,
    -(2 ** 32) - 1,
    2 ** 53 - 1,
    1 - 2 ** 53,
  ]) {
    setInt64(view, 0, value);
    assert.equal(view.getBigInt64(0, true), BigInt(value));
    assert.equal(getInt64(view, 0), value);
  }
});

describe('parsing', () => {
  const body = (parts: readonly Uint8Array[]) => joined(parts).subarray(4);
  const held = { hasSeries: (id: number) => id === 1, hasSession: (id: number) => id === 1 };
  const code = (wireCode: number) => (error: unknown) =>
    error instanceof Refusal && error.wireCode === wireCode;

  test('a reply over the frame limit comes last', () => {
    const limits = { ...defaultLimits, frameBytes: 100 };
    const closes = new Float64Array(5);
    assert.throws(() => parseRequest(body(tickRequest(1, closes)), limits, held), code(3));
    assert.throws(() => parseRequest(body(tickRequest(2, closes)), limits, held), code(5));
    assert.equal(parseRequest(body(tickRequest(1, closes.subarray(1))), limits, held).op, 'tick');
  });

  test('limits of one’s own', () => {
    const limits = { ...defaultLimits, bars: 4, combos: 1, window: 6 };
    const bars = (count: number) => new Float64Array(count);
    assert.equal(parseRequest(body(sweepRequest(bars(4), [combo])), limits).op, 'sweep');
    assert.throws(() => parseRequest(body(sweepRequest(bars(5), [combo])), limits), code(3));
    assert.throws(() => parseRequest(body(sweepRequest(bars(4), [combo, combo])), limits), code(3));
    assert.throws(() => parseRequest(body(sweepRequest(bars(4), [windowLengths(7)])), limits), code(4));
  });

  test('every frame cut anywhere is malformed, never something else', () => {
    const whole = body(sweepRequest(Float64Array.of(1, 2), [combo, combo]));
    for (let cut = 0; cut < whole.length; cut++) {
      assert.throws(() => parseRequest(whole.subarray(0, cut), defaultLimits), code(1));
    }
  });
});
