import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { codecNames } from '../../src/codec';
import {
  type CodecRow,
  type JobRow,
  notice,
  type Section,
  type SerializationTaxRow,
  serializationTax,
} from '../../src/study';
import { checked } from '../../src/study/serialization-tax/options';

const SMALL = { bars: 2_000, lengths: [6, 21], starts: 2, rounds: 2, sweeps: 1, quick: false };

// A place of its own for temporary files, so that what is left in it is this test's.
const place = mkdtempSync(path.join(tmpdir(), 'tax-'));
process.env.TMPDIR = place;
after(() => rmSync(place, { recursive: true, force: true }));
const left = (): string[] => readdirSync(place);

const codecRows = (section: Section<SerializationTaxRow>): CodecRow[] =>
  section.rows.filter((row): row is CodecRow => row.kind === 'codec');
const jobRows = (section: Section<SerializationTaxRow>): JobRow[] =>
  section.rows.filter((row): row is JobRow => row.kind === 'sweep');

let section: Section<SerializationTaxRow>;

test('each codec is timed on each side, both ways, cold and warm', async () => {
  const notes: string[] = [];
  section = await serializationTax.run(SMALL, {
    progress: (done, total, note) => notes.push(`${done}/${total} ${note}`),
  });
  assert.deepEqual(left(), []);
  assert.match(notes.at(-1) ?? '', /^9\/9 start 2 of 2: /);
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
  const rows = codecRows(section);
  const of = (side: CodecRow['side']): string[] => [
    ...new Set(rows.filter((row) => row.side === side).map(({ codec }) => codec)),
  ];
  assert.deepEqual(of('client-node'), [...codecNames]);
  assert.deepEqual(
    of('server-rust'),
    codecNames.filter((name) => name !== 'v8'),
  );
  assert.deepEqual(of('reference-python'), ['raw', 'raw_no_astype', 'pickle', 'pickle_astype', 'json']);
  assert.equal(rows.length, 4 * (9 + 8 + 5));
  for (const row of rows) {
    assert.equal(row.measured.n, row.warmth === 'cold' ? 2 : 4);
    assert.ok(row.measured.min > 0, `${row.side} ${row.codec} ${row.direction} ${row.warmth}`);
    assert.equal(row.lossless, row.loses === null);
    assert.equal(row.published, null, "the article's figures are of its own series");
    assert.equal(row.floats, 2_000);
  }
  const bytes = (side: CodecRow['side'], codec: string): number =>
    rows.find((row) => row.side === side && row.codec === codec)!.bytes;
  assert.equal(bytes('client-node', 'raw_fresh'), 8 + 2_000 * 8 + 2 * 48);
  assert.equal(bytes('reference-python', 'raw'), 16_000);
  assert.equal(bytes('client-node', 'json'), bytes('server-rust', 'json'));
});

test('the whole job in JSON passes the gate bit for bit, and its boundary adds up', () => {
  assert.equal(section.gate?.all_ok, true);
  for (const variant of section.gate?.variants ?? []) {
    assert.deepEqual([variant.sweeps, variant.rows, variant.bit_equal], [1, 2, true], variant.architecture);
  }
  const jobs = jobRows(section);
  assert.deepEqual(
    jobs.map((row) => [row.architecture, row.calls_per_sweep, row.transport]),
    [
      ['rust_batch_unix', 1, 'unix'],
      ['http_json_batch', 1, 'http'],
      ['http_json_chatty', 2, 'http'],
    ],
  );
  for (const row of jobs) {
    assert.ok(row.compute_us > 0 && row.boundary_us > 0, row.architecture);
    const parts = [
      row.client_encode_us,
      row.client_decode_us,
      row.engine_parse_us,
      row.engine_encode_us,
      row.transit_us,
    ];
    const sum = parts.reduce<number>((total, part) => total + (part ?? 0), 0);
    assert.ok(Math.abs(sum - row.boundary_us) < 1, row.architecture);
    assert.equal(row.client_encode_us === null, row.codec === 'raw_view');
  }
  assert.equal(jobs[0].ratio_raw?.median, 1);
});

test('facts name which raw they are against, and two starts give no interval', () => {
  for (const name of [
    'json_over_raw_python',
    'json_over_raw_view_node',
    'json_over_raw_reused_node',
    'json_over_raw_fresh_node',
    'json_bytes_over_raw',
    'json_encoding_share_of_job',
    'http_json_batch_over_raw',
    'http_json_chatty_over_raw',
    'http_json_chatty_boundary',
    'chatty_json_client_encoding',
  ]) {
    const { value, low, published } = section.facts[name];
    assert.ok((value as number) > 0, name);
    assert.deepEqual([low, published], [null, null], name);
  }
});

test('what is not in a run is said: no V8 in Rust, codecs left out, lengths left out when quick', async () => {
  const found = await serializationTax.run({
    ...SMALL,
    quick: true,
    codecs: ['v8', 'raw_fresh'],
    jobs: ['rust_chatty_unix'],
  });
  assert.deepEqual(new Set(codecRows(found).map(({ codec, side }) => `${side} ${codec}`)).size, 2 + 1 + 5);
  assert.deepEqual(
    jobRows(found).map((row) => [row.architecture, row.combos, row.ratio_raw]),
    [['rust_chatty_unix', 1, null]],
  );
  assert.equal(found.facts.json_encoding_share_of_job, undefined);
  assert.match(notice(found), /v8 in Rust[\s\S]*1 of 2 lengths[\s\S]*raw_view, raw_reused, json/);
});

test('a cancelled section rejects and leaves nothing behind', async () => {
  const controller = new AbortController();
  const progress = (): void => controller.abort();
  const running = serializationTax.run(SMALL, { signal: controller.signal, progress });
  await assert.rejects(running, { code: 'CANCELLED' });
  assert.deepEqual(left(), []);
});

test('a quick run makes two starts at most, whatever the cell says', () => {
  const found = checked({ quick: true, starts: 5, rounds: 9, sweeps: 5 });
  assert.deepEqual([found.starts, found.rounds, found.sweeps], [2, 2, 1]);
  assert.deepEqual([checked({ quick: false }).starts, checked({ quick: false }).sweeps], [5, 5]);
});

for (const [options, message] of [
  [{ starts: 0 }, /^option starts: got 0, expected an integer from 1 to 100$/],
  [{ rounds: 1.5 }, /^option rounds: got 1.5, expected an integer from 1 to 1000$/],
  [{ starts: 2, sweeps: 3 }, /^option sweeps: got 3, expected an integer from 0 to 2$/],
  [{ codecs: [] }, /^option codecs: got \[\], expected a list of at least one name$/],
  [{ codecs: ['xml'] }, /^option codecs: got "xml", expected one of raw_view, /],
  [{ codecs: ['json', 'json'] }, /^option codecs: got "json", expected each name once$/],
  [{ jobs: ['grpc'] }, /^option jobs: got "grpc", expected one of rust_batch_unix, /],
  [{ quick: 'yes' }, /^option quick: got "yes", expected true or false$/],
  [{ codec: ['json'] }, /^option codec: .*no such option; known are bars, /],
] as const) {
  test(`an option out of range is refused before anything is started: ${JSON.stringify(options)}`, async () => {
    await assert.rejects(serializationTax.run(options as never), { code: 'OPTION', message });
  });
}
