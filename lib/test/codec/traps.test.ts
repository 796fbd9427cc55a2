import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codecNamed, codecRequest, type Losses, requestDifference } from '../../src/codec';
import { windowLengths } from '../../src/kernel';

const json = codecNamed('json');
const encoded = (name: string, close: number[]): string =>
  Buffer.from(codecNamed(name).encode(codecRequest(Float64Array.from(close), [windowLengths(6)]))).toString(
    'latin1',
  );

test('JSON is lists of numbers, not an object of indices', () => {
  assert.equal(encoded('json', [1.5, 100]), '{"close":[1.5,100],"params":[[3,6,2,1,2,3]]}');
});

test('base64 holds all eight bytes of each float', () => {
  const { close } = JSON.parse(encoded('json_base64', [1.5])) as { close: string };
  assert.equal(Buffer.from(close, 'base64').readDoubleLE(), 1.5);
});

test('raw lies as documented', () => {
  const bytes = Buffer.from(
    codecNamed('raw_fresh').encode(codecRequest(Float64Array.of(1.5), [windowLengths(6)])),
  );
  assert.deepEqual([bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readDoubleLE(8)], [1, 1, 1.5]);
  assert.deepEqual([bytes.readBigInt64LE(16), bytes.length], [3n, 64]);
});

test('a view copies nothing, either way', () => {
  const view = codecNamed('raw_view');
  const request = codecRequest(Float64Array.of(1.5, 2.5), []);
  assert.equal(view.pieces!(request)[1].buffer, request.close.buffer);
  const bytes = view.encode(request);
  assert.equal(view.decode(bytes).close.buffer, bytes.buffer);
});

test('null, which NaN became elsewhere, is not silently 0', () => {
  const text = Buffer.from('{"close":[1,null],"params":[]}');
  assert.throws(() => json.decode(text), /codec json: close\[1\] is null: .*read as 0/);
  const losses: Losses[] = [];
  const { close } = json.decode(text, { lossy: true, onLoss: (lost) => losses.push(lost) });
  assert.deepEqual([...close], [1, 0]);
  assert.deepEqual(losses, [{ values: 1, kinds: { null: 1 }, first: { place: 'close[1]', value: null } }]);
});

test('the largest int64 does not change its sign on the way through a number', () => {
  const request = { close: new Float64Array(0), params: new BigInt64Array(6).fill(2n ** 63n - 1n) };
  const bytes = json.encode(request, { lossy: true });
  assert.equal(json.decode(bytes, { lossy: true }).params[0], 2n ** 63n - 1n);
  assert.throws(
    () => json.decode(bytes),
    /codec json: params\[0\] is 9223372036854776000: integers beyond 2\^53/,
  );
});

test('whole numbers in MessagePack come back as floats', () => {
  const codec = codecNamed('msgpack_array');
  const request = codecRequest(Float64Array.of(100, 4294967296, 2 ** 53, -5), []);
  assert.equal(requestDifference(request, codec.decode(codec.encode(request))), null);
});

test('lists with something else in them are refused by place', () => {
  const decode = (text: string) => () => json.decode(Buffer.from(text));
  assert.throws(decode('{"close":["1"],"params":[]}'), /close\[0\] is "1": expected a number/);
  assert.throws(decode('{"close":[],"params":[[1,2]]}'), /params\[0\] is \[1,2\]: expected a row of 6/);
  assert.throws(decode('{"close":[],"params":[[1,2,3,4,5,0.5]]}'), /params\[5\] is 0.5: expected an integer/);
  assert.throws(
    () => codecNamed('json_base64').decode(Buffer.from('{"close":"AAAA!","params":""}')),
    /codec json_base64: close is no base64/,
  );
});

test('a codec that is not there is named with those that are', () => {
  assert.throws(() => codecNamed('xml'), /option codec: got "xml", expected one of raw_view, raw_reused/);
});
