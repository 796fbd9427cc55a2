import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codecPlane, jsonJob } from '../../src/figures';
import type { CodecRow, Section, SerializationTaxRow } from '../../src/study';

const codec = (side: string, name: string, direction: string, us: number, more: object = {}) => ({
  kind: 'codec',
  codec: name,
  title: name,
  side,
  direction,
  warmth: 'warm',
  bytes: 1_200_000,
  bytes_over_raw: 1,
  lossless: true,
  loses: null,
  measured: { median: us },
  published: null,
  ...more,
});

const text = { lossless: false, loses: 'NaN', bytes_over_raw: 2.25 };
const job = (architecture: string, client: number | null) => ({
  kind: 'sweep',
  architecture,
  combos: 80,
  measured: { median: 3e6 },
  compute_us: 2e6,
  boundary_us: 1e6,
  client_encode_us: client,
  client_decode_us: client === null ? null : 0,
  engine_parse_us: 2e5,
  engine_encode_us: 0,
  transit_us: 1e5,
});
const section = {
  rows: [
    codec('client-node', 'raw_view', 'encode', 0.001),
    codec('client-node', 'raw_view', 'decode', 0.3),
    codec('client-node', 'json', 'encode', 40_000, text),
    codec('client-node', 'json', 'decode', 30_000, text),
    codec('client-node', 'json', 'encode', 60_000, { ...text, warmth: 'cold' }),
    codec('client-node', 'json', 'decode', 50_000, { ...text, warmth: 'cold' }),
    codec('reference-python', 'raw', 'encode', 80, { published: { unit: 'us', median: 49.1 } }),
    codec('reference-python', 'raw', 'decode', 40),
    job('rust_batch_unix', null),
    job('http_json_batch', 7e5),
  ],
} as unknown as Section<SerializationTaxRow>;

type Trace = { name: string; x: number[]; y: unknown[]; marker: { symbol: string[]; size: number[] } };

test('a codec is a point in its panel, sized by bytes, hollow when it loses', () => {
  const figure = codecPlane(section);
  const [node, rust, python] = figure.data as Trace[];
  assert.deepEqual(
    [node.x, node.y],
    [
      [0.01, 40_000],
      [0.3, 30_000],
    ],
  );
  assert.deepEqual(node.marker.symbol, ['circle', 'circle-open']);
  assert.deepEqual(node.marker.size, [10, 15]);
  assert.deepEqual([rust.x, python.x], [[], [80]]);
  const shapes = figure.layout!.shapes as { x0: number; yref: string }[];
  assert.deepEqual(
    shapes.map(({ x0, yref }) => [x0, yref]),
    [[49.1, 'y3 domain']],
  );
});

test('cold calls are drawn when asked for, and nothing else is taken', () => {
  const [node] = codecPlane(section, { warmth: 'cold' }).data as Trace[];
  assert.deepEqual(node.x, [60_000]);
  const wrong = { warmth: 'hot' as CodecRow['warmth'] };
  assert.throws(() => codecPlane(section, wrong), /option warmth: got "hot", expected one of warm, cold/);
});

test('the parts of a job are stacked in seconds', () => {
  const [kernel, client, engine, left] = jsonJob(section).data as Trace[];
  assert.deepEqual(kernel.y, ['rust batch unix', 'http json batch']);
  assert.deepEqual(
    [kernel.x, client.x, engine.x, left.x],
    [
      [2, 2],
      [0, 0.7],
      [0.2, 0.2],
      [0.1, 0.1],
    ],
  );
});
