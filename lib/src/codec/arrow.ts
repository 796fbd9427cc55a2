import {
  type Data,
  type DataType,
  Field,
  Float64,
  Int64,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
} from 'apache-arrow';
import { listsIn } from './arrow-columns';
import type { Codec } from './codec';
import { arrays } from './shape';

const list = <T extends DataType>(type: T): List<T> => new List(new Field('item', type, false));
const CLOSE = list(new Float64());
const PARAMS = list(new Int64());
const SCHEMA = new Schema([new Field('close', CLOSE, false), new Field('params', PARAMS, false)]);

/** A column of one row. */
function row(type: List, values: Float64Array | BigInt64Array): Data<List> {
  const child = makeData({
    type: type.valueType as Float64,
    length: values.length,
    nullCount: 0,
    data: values as Float64Array,
  });
  return makeData({ type, length: 1, nullCount: 0, valueOffsets: Int32Array.of(0, values.length), child });
}

/**
 * An Arrow IPC stream of one record batch with one row: `close`, a list of float64, and `params`, a list of
 * int64. Uncompressed: apache-arrow 21 writes wrong lengths into compressed bodies.
 */
export const arrow: Codec<'arrow'> = {
  name: 'arrow',
  title: 'Arrow IPC stream, uncompressed',
  mediaType: 'application/vnd.apache.arrow.stream',
  lossless: true,
  loses: null,
  reuses: false,
  encode({ close, params }) {
    const children = [row(CLOSE as List, close), row(PARAMS as List, params)];
    const data = makeData({ type: new Struct(SCHEMA.fields), length: 1, nullCount: 0, children });
    return tableToIPC(new Table(SCHEMA, [new RecordBatch(SCHEMA, data as never)]), 'stream');
  },
  decode: (bytes) => arrays('arrow', listsIn(bytes)),
};
