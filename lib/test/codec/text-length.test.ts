import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CodecRequest, codecNamed, codecRequest } from '../../src/codec';
import { checkNumbersLength, textOf, writtenText } from '../../src/codec/text-length';
import { CodecError, LONGEST_TEXT } from '../../src/errors';
import { windowLengths } from '../../src/kernel';
import { serializationTax } from '../../src/study';
import { jsonRequest } from '../../src/transport/http-json-request';
import { arbitraryFloats, finiteFloats } from '../conformance/floats';

// Zeros that nothing looks at take no memory.
const zeros = (length: number): CodecRequest => ({
  close: new Float64Array(length),
  params: new BigInt64Array(0),
});
/** More than fit, at the two characters that a zero takes with its comma. */
const MANY = Math.ceil(LONGEST_TEXT / 2) + 1;

const tooLong = (codec: string) => (error: unknown) => {
  assert(error instanceof CodecError, `${error}`);
  assert.equal(error.codec, codec);
  const says = new RegExp(
    `^codec ${codec}: its text takes (at least |about )?\\d+ characters, expected at most ${LONGEST_TEXT}`,
  );
  assert.match(error.message, says);
  assert.match(error.message, /use a form of bytes, such as the codec raw_fresh/);
  return true;
};

test('text beyond half a billion characters is refused by its count, before any of it is written', () => {
  assert.throws(() => codecNamed('json').encode(zeros(MANY)), tooLong('json'));
  assert.throws(() => codecNamed('json').encode(zeros(MANY), { lossy: true }), tooLong('json'));
  assert.throws(() => codecNamed('json_base64').encode(zeros(51_000_000)), tooLong('json_base64'));
  const params = new BigInt64Array(6 * Math.ceil(LONGEST_TEXT / 14) + 6);
  assert.throws(() => codecNamed('json').encode({ close: new Float64Array(0), params }), tooLong('json'));
});

test('so is a request of http-json', () => {
  const floats = new Float64Array(MANY);
  for (const op of ['echo', 'sweep', 'load', 'tick'] as const) {
    assert.throws(() => jsonRequest({ op, id: 1, floats, params: new BigInt64Array(6) }), tooLong('json'));
  }
});

test('so are bytes that are text', () => {
  const bytes = new Uint8Array(LONGEST_TEXT + 1);
  for (const name of ['json', 'json_base64']) {
    assert.throws(() => codecNamed(name).decode(bytes), tooLong(name));
  }
  assert.equal(textOf('json', Buffer.from('{}'), 'utf8'), '{}');
});

test('so is a section that would write it, before it starts anything', async () => {
  const close = new Float64Array(30_000_000).fill(100 + 1 / 3);
  const bars = { name: 'long', description: 'long', close, dates: null };
  const options = { bars, lengths: [6], codecs: ['json'], sweeps: 0 };
  await assert.rejects(serializationTax.run(options), tooLong('json'));
  await assert.rejects(
    serializationTax.run({ ...options, codecs: ['raw_view'], sweeps: 1, jobs: ['http_json_batch'] }),
    tooLong('json'),
  );
});

const exactly = (floats: Float64Array, combos: number): number => {
  const request = codecRequest(floats, Array(combos).fill(windowLengths(6)));
  return codecNamed('json').encode(request, { lossy: true }).length;
};

for (const [what, floats] of Object.entries({
  'closes of 17 digits': Float64Array.from({ length: 100_000 }, (_, i) => 100 + Math.sin(i)),
  'closes of two decimals': Float64Array.from({ length: 100_000 }, (_, i) => (10_000 + (i % 977)) / 100),
  'one long close in eight, evenly': Float64Array.from({ length: 100_000 }, (_, i) =>
    i % 8 === 0 ? 1 / 3 : 1,
  ),
  'short closes first': Float64Array.from({ length: 100_000 }, (_, i) => (i < 50_000 ? 1 : -1e-300 / 3)),
  'any floats': arbitraryFloats(100_000),
  'any finite floats': finiteFloats(100_000),
  'a few': Float64Array.of(1, 1 / 3, 1e21),
})) {
  test(`what just fits is not refused, and what does not by a tenth is, before: ${what}`, () => {
    const length = exactly(floats, 3);
    checkNumbersLength('json', floats, 3, length);
    if (floats.length < 100) return;
    assert.throws(() => checkNumbersLength('json', floats, 3, Math.floor(length * 0.9)), CodecError);
  });
}

test('where only writing it tells, the error has the same name', () => {
  assert.throws(() => writtenText('json', () => 'a'.repeat(LONGEST_TEXT + 1)), tooLong('json'));
  assert.throws(() => writtenText('json', () => 'a'.repeat(2 ** 28).repeat(4)), tooLong('json'));
  assert.throws(
    () =>
      writtenText('json', () => {
        throw new RangeError('Invalid array length');
      }),
    RangeError,
  );
});
