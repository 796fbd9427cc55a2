import type { Estimate, Measured, Published, Starts, Timed } from '../../bench';
import { codecNamed, codecNames } from '../../codec';
import type { Job, JobCall } from './jobs';
import type { Direction, Side } from './subjects';

/** One codec on one side, in one direction, cold or warm. */
export interface CodecRow {
  kind: 'codec';
  codec: string;
  title: string;
  side: Side;
  direction: Direction;
  /** Cold: the first call in a process that has just started. Warm: after it has become steady. */
  warmth: 'cold' | 'warm';
  floats: number;
  /** Length of what is written. In Python the series alone, elsewhere the window lengths too. */
  bytes: number;
  /** Over the length of the same in raw bytes. */
  bytes_over_raw: number;
  lossless: boolean;
  /** What does not come back; null when lossless. */
  loses: string | null;
  measured: Measured;
  published: Published | null;
}

/** The whole sweep behind a boundary. Microseconds are medians, of all its calls together. */
export interface JobRow {
  kind: 'sweep';
  architecture: string;
  title: string;
  transport: Job['transport'];
  codec: Job['codec'];
  granularity: Job['granularity'];
  combos: number;
  calls_per_sweep: number;
  measured: Measured;
  published: Published | null;
  /** The kernel, by the engine's own clock. */
  compute_us: number;
  /** All that was not the kernel's. */
  boundary_us: number;
  /** Of the boundary: the client's encoding and decoding, null where it writes the series from where it lies. */
  client_encode_us: number | null;
  client_decode_us: number | null;
  /** Of the boundary: the engine's parsing and encoding. */
  engine_parse_us: number;
  engine_encode_us: number;
  /** Of the boundary: what neither side accounts for, which is transit and waking up. */
  transit_us: number;
  /** Within rounds, against raw bytes in one call; null where that was not measured. */
  ratio_raw: Estimate | null;
}

export type SerializationTaxRow = CodecRow | JobRow;

/** What the Python reference's codecs are, as they are not the library's. */
const PYTHON: Record<string, Pick<CodecRow, 'title' | 'loses'>> = {
  raw: { title: "numpy: astype and tobytes, the article's raw", loses: null },
  raw_no_astype: { title: 'numpy: tobytes', loses: null },
  pickle: { title: 'pickle, protocol 5', loses: null },
  pickle_astype: { title: 'pickle, protocol 5, after astype', loses: null },
  json: { title: 'json.dumps of tolist', loses: 'NaN and infinity (refused with allow_nan=False)' },
};

/** What the article measured: encoding 150,000 floats in Python, warm. */
const PUBLISHED: Record<string, number> = { raw: 49.1, json: 66_243 };

/** What Rust loses differs from JavaScript: it keeps -0 and every int64. */
const RUST_LOSES: Record<string, string | null> = {
  json: 'NaN and infinity (refused)',
  msgpack_array: null,
};

/** A codec's title and what it loses, on a side. */
export function codecFacts(side: Side, codec: string): Pick<CodecRow, 'title' | 'loses'> {
  if (side === 'reference-python') return PYTHON[codec] ?? { title: codec, loses: null };
  const { title, loses } = codecNamed(codec);
  if (side === 'server-rust' && codec in RUST_LOSES) return { title, loses: RUST_LOSES[codec] };
  return { title, loses };
}

/** The order of rows: the registry's. */
export function codecOrder(codec: string): number {
  const names: readonly string[] = codecNames;
  const place = names.indexOf(codec);
  return place < 0 ? codecNames.length : place;
}

export function codecRow(
  subject: { side: Side; codec: string; direction: Direction; warmth: CodecRow['warmth'] },
  sizes: { floats: number; bytes: number; raw: number },
  measured: Measured,
  published: boolean,
): CodecRow {
  const { side, codec, direction, warmth } = subject;
  const { title, loses } = codecFacts(side, codec);
  const told =
    published && side === 'reference-python' && direction === 'encode' && warmth === 'warm'
      ? PUBLISHED[codec]
      : undefined;
  return {
    kind: 'codec',
    codec,
    title,
    side,
    direction,
    warmth,
    floats: sizes.floats,
    bytes: sizes.bytes,
    bytes_over_raw: sizes.bytes / sizes.raw,
    lossless: loses === null,
    loses,
    measured,
    published: told === undefined ? null : { unit: 'us', median: told },
  };
}

export function jobRow(job: Job, starts: Starts<JobCall>, combos: number, published: boolean): JobRow {
  const middle = (of: (call: JobCall) => number): number => starts.estimate(job.name, of).median;
  const raw = job.codec === 'raw_view';
  return {
    kind: 'sweep',
    architecture: job.name,
    title: job.title,
    transport: job.transport,
    codec: job.codec,
    granularity: job.granularity,
    combos,
    calls_per_sweep: job.granularity === 'combo' ? combos : 1,
    measured: starts.summary(job.name),
    published: published && job.published !== null ? { unit: 'us', median: job.published } : null,
    compute_us: middle(({ compute }) => compute),
    boundary_us: middle(({ us, compute }) => us - compute),
    client_encode_us: raw ? null : middle(({ clientEncode }) => clientEncode ?? 0),
    client_decode_us: raw ? null : middle(({ clientDecode }) => clientDecode ?? 0),
    engine_parse_us: middle(({ parse }) => parse),
    engine_encode_us: middle(({ encode }) => encode),
    transit_us: middle(
      ({ us, compute, parse, encode, clientEncode, clientDecode }) =>
        us - compute - parse - encode - (clientEncode ?? 0) - (clientDecode ?? 0),
    ),
    ratio_raw: starts.ratio(job.name, 'rust_batch_unix'),
  };
}

/** What was timed of a subject, over the starts. */
export type Times = Starts<Timed>;
