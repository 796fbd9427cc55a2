import {
  type Data,
  type DataType,
  DateMillisecond,
  Decimal,
  DurationNanosecond,
  Field,
  Float16,
  Float32,
  Float64,
  Int32,
  Int64,
  LargeList,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimeNanosecond,
  TimestampNanosecond,
  tableFromIPC,
  tableToIPC,
  Uint64,
  Utf8,
} from 'apache-arrow';
import type { Hostile, HostileBytes } from './hostile';

/** Prices: as many as nothing else in the stream. */
const BARS = 57;
const close = Float64Array.from({ length: BARS }, (_, i) => 100.5 + i);
const params = BigInt64Array.of(3n, 6n, 2n, 1n, 2n, 3n);

interface Given {
  type?: DataType;
  nullCount?: number;
  nullBitmap?: Uint8Array;
  /** Of the list itself. */
  list?: { nullCount: number; nullBitmap: Uint8Array };
}

/** A column of one row, a list of these values. */
function list(values: unknown, { type = new Float64(), list, ...nulls }: Given = {}): Data {
  const length = (values as Float64Array).length;
  const child = makeData({
    type: type as Float64,
    length,
    nullCount: 0,
    ...nulls,
    data: values as Float64Array,
  });
  const valueOffsets = Int32Array.of(0, length);
  const nullCount = list?.nullCount ?? 0;
  const item = new List(new Field('item', type, true));
  return makeData({
    type: item,
    length: 1,
    nullCount,
    nullBitmap: list?.nullBitmap,
    valueOffsets,
    child,
  } as never);
}

function stream(columns: readonly (readonly [string, Data])[], rows = 1, batches = 1): Buffer {
  const fields = columns.map(([name, { type }]) => new Field(name, type, true));
  const schema = new Schema(fields);
  const children = columns.map(([, data]) => data);
  const data = makeData({ type: new Struct(fields), length: rows, nullCount: 0, children });
  const batch = new RecordBatch(schema, data as never);
  return Buffer.from(tableToIPC(new Table(schema, Array(batches).fill(batch)), 'stream'));
}

const whole = (column: Data): Buffer =>
  stream([
    ['close', column],
    ['params', list(params, { type: new Int64() })],
  ]);
const good = whole(list(close));

const i64 = (...values: number[]): Buffer => Buffer.from(BigInt64Array.from(values, BigInt).buffer);
const i32 = (...values: number[]): Buffer => Buffer.from(Int32Array.from(values).buffer);

/** With the last occurrence of some bytes replaced: the memory of columns comes last. */
function patched(bytes: Buffer, from: Buffer, to: Buffer): Buffer {
  const at = bytes.lastIndexOf(from);
  if (at === -1) throw new Error('there is nothing to patch');
  const copy = Buffer.from(bytes);
  to.copy(copy, at);
  return copy;
}

/** All but the third price. */
const nullBitmap = new Uint8Array(64).fill(0xff);
nullBitmap[0] = 0xfb;
const withNull = whole(list(close, { nullCount: 1, nullBitmap }));
const nullList = whole(list(close, { list: { nullCount: 1, nullBitmap: Uint8Array.of(0) } }));
const noNulls = patched(withNull, Buffer.of(0xfb, 0xff, 0xff, 0xff), Buffer.of(0xff));

const noValue = /expected a value/;
const offsets = /lists, the first from .*, expected one that lies within them/;

/** Numbers of another kind for those of a column. */
const kinds: [string, 'close' | 'params', DataType, unknown][] = [
  ['float32', 'close', new Float32(), new Float32Array(BARS)],
  ['float16', 'close', new Float16(), new Uint16Array(BARS)],
  ['int64', 'close', new Int64(), new BigInt64Array(BARS)],
  ['uint64', 'params', new Uint64(), new BigUint64Array(6)],
  ['int32', 'params', new Int32(), new Int32Array(6)],
  ['timestamps', 'params', new TimestampNanosecond(), new BigInt64Array(6)],
  ['durations', 'params', new DurationNanosecond(), new BigInt64Array(6)],
  ['dates', 'params', new DateMillisecond(), new BigInt64Array(6)],
  ['times', 'params', new TimeNanosecond(), new BigInt64Array(6)],
  ['decimals', 'close', new Decimal(2, 20, 128), new Uint32Array(4 * BARS)],
  ['float64', 'params', new Float64(), new Float64Array(6)],
];

const otherKinds: HostileBytes[] = kinds.map(([name, column, type, values]) => {
  const columns = { close: list(close), params: list(params, { type: new Int64() }) };
  columns[column] = list(values, { type });
  const says = new RegExp(
    `${column} is a List<.*>, expected a list of ${column === 'close' ? 'float64' : 'int64'}`,
  );
  return { name: `${name} for ${column}`, bytes: stream(Object.entries(columns)), says };
});

const large = makeData({
  type: new LargeList(new Field('item', new Float64())),
  length: 1,
  nullCount: 0,
  valueOffsets: BigInt64Array.of(0n, BigInt(BARS)),
  child: makeData({ type: new Float64(), length: BARS, nullCount: 0, data: close }),
} as never) as Data;

const plain = makeData({ type: new Float64(), length: 1, nullCount: 0, data: Float64Array.of(1.5) }) as Data;
const twoLists = makeData({
  type: new List(new Field('item', new Float64())),
  length: 2,
  nullCount: 0,
  valueOffsets: Int32Array.of(0, 1, BARS),
  child: makeData({ type: new Float64(), length: BARS, nullCount: 0, data: close }),
} as never) as Data;

const words = makeData({
  type: new Utf8(),
  length: 1,
  nullCount: 0,
  valueOffsets: Int32Array.of(0, 2),
  data: Buffer.from('hi'),
}) as Data;
const given: [string, Data][] = [
  ['close', list(close)],
  ['params', list(params, { type: new Int64() })],
];

export const arrow: Hostile = {
  refused: [
    ...otherKinds,
    { name: 'a null', bytes: withNull, says: noValue, place: 'close[2]', value: null },
    {
      name: 'a null where none is told',
      bytes: patched(withNull, i64(BARS, 1), i64(BARS, 0)),
      says: noValue,
      place: 'close[2]',
      value: null,
    },
    {
      name: 'a null where their number is unknown',
      bytes: patched(withNull, i64(BARS, 1), i64(BARS, -1)),
      says: noValue,
      place: 'close[2]',
      value: null,
    },
    { name: 'nulls told, and none there', bytes: noNulls, says: /close has 1 nulls/ },
    {
      name: 'nulls told, and no bits for them',
      bytes: patched(good, i64(BARS, 0), i64(BARS, 3)),
      says: /close has 3 nulls/,
    },
    { name: 'a null for the list', bytes: nullList, says: noValue, place: 'close', value: null },
    {
      name: 'a null for the list where none is told',
      bytes: patched(nullList, i64(1, 1, BARS), i64(1, 0, BARS)),
      says: noValue,
      place: 'close',
      value: null,
    },
    {
      name: 'a null for the list where their number is unknown',
      bytes: patched(nullList, i64(1, 1, BARS), i64(1, -1, BARS)),
      says: noValue,
      place: 'close',
      value: null,
    },
    { name: 'an offset past the end', bytes: patched(good, i32(0, BARS), i32(0, BARS + 1)), says: offsets },
    {
      name: 'an offset far past the end',
      bytes: patched(good, i32(0, BARS), i32(0, 2 ** 31 - 1)),
      says: offsets,
    },
    { name: 'a negative offset', bytes: patched(good, i32(0, BARS), i32(-1, BARS)), says: offsets },
    { name: 'both offsets negative', bytes: patched(good, i32(0, BARS), i32(-3, -1)), says: offsets },
    { name: 'offsets that decrease', bytes: patched(good, i32(0, BARS), i32(BARS, 0)), says: offsets },
    {
      name: 'fewer values told than there are',
      bytes: patched(good, i64(BARS, 0), i64(BARS - 1, 0)),
      says: offsets,
    },
    {
      name: '2^53 values told',
      bytes: patched(good, i64(1, 0, BARS, 0), i64(1, 0, 2 ** 53 - 1, -1)).subarray(0, -24),
      says: /can't be read/,
    },
    {
      name: 'a buffer shorter than its values',
      bytes: patched(good, i64(8 * BARS), i64(8 * BARS - 8)),
      says: offsets,
    },
    {
      name: 'a buffer past the end',
      bytes: patched(good, i64(8 * BARS), i64(8 * BARS + 2 ** 20)),
      says: /a buffer has/,
    },
    { name: 'a buffer of -8 bytes', bytes: patched(good, i64(8 * BARS), i64(-8)), says: /a buffer has/ },
    { name: 'no rows', bytes: patched(good, i64(1, 0, BARS), i64(0, 0, BARS)), says: /is 0 lists/ },
    {
      name: 'two rows',
      bytes: stream(
        [
          ['close', twoLists],
          ['params', list(params, { type: new Int64() })],
        ],
        2,
      ),
      says: /got 2 rows/,
    },
    { name: 'two batches', bytes: stream(given, 1, 2), says: /one record batch/ },
    { name: 'a list of 64-bit offsets', bytes: whole(large), says: /expected a list of float64/ },
    { name: 'a float and no list', bytes: whole(plain), says: /close is a Float64, expected a list/ },
    {
      name: 'half a combo',
      bytes: stream([
        ['close', list(close)],
        ['params', list(params.subarray(3), { type: new Int64() })],
      ]),
      says: /6 a combo/,
    },
    { name: 'no params', bytes: stream([['close', list(close)]]), says: /no column params/ },
    {
      name: 'close twice',
      bytes: stream([...given, ['close', list(close)]]),
      says: /two columns have the name close/,
    },
    { name: 'a second stream behind it', bytes: Buffer.concat([good, good]), says: /bytes follow/ },
    {
      name: 'a length of 2^31 - 1',
      bytes: Buffer.concat([i32(-1, 2 ** 31 - 1), good.subarray(8)]),
      says: /has 2147483647 bytes/,
    },
    {
      name: 'a length of 2^32 - 2',
      bytes: Buffer.concat([i32(-1, -2), good.subarray(8)]),
      says: /has 4294967294 bytes/,
    },
    {
      name: 'a file',
      bytes: Buffer.from(tableToIPC(tableFromIPC(good), 'file')),
      says: /got an Arrow file, expected a stream/,
    },
    { name: 'a schema alone', bytes: good.subarray(0, 8 + good.readInt32LE(4)), says: /no record batch/ },
  ],
  taken: [
    {
      name: 'bits for nulls, and none there',
      bytes: patched(noNulls, i64(BARS, 1), i64(BARS, 0)),
      close: [...close],
      params: [...params],
    },
    {
      name: 'an unknown number of nulls, and none there',
      bytes: patched(noNulls, i64(BARS, 1), i64(BARS, -1)),
      close: [...close],
      params: [...params],
    },
    {
      name: 'a part of the values',
      bytes: patched(good, i32(0, BARS), i32(2, 5)),
      close: [...close.subarray(2, 5)],
      params: [...params],
    },
    {
      name: 'a null out of that part',
      bytes: patched(patched(withNull, i64(BARS, 1), i64(BARS, 0)), i32(0, BARS), i32(3, 5)),
      close: [...close.subarray(3, 5)],
      params: [...params],
    },
    {
      name: 'another column, in another order',
      bytes: stream([['note', words], ...[...given].reverse()]),
      close: [...close],
      params: [...params],
    },
    { name: 'no end of the stream', bytes: good.subarray(0, -8), close: [...close], params: [...params] },
    {
      name: 'zeros behind its end',
      bytes: Buffer.concat([good, Buffer.alloc(1000)]),
      close: [...close],
      params: [...params],
    },
  ],
};
