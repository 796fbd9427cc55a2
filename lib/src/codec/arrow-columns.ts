import { type Data, DataType, type List, Precision } from 'apache-arrow';
import type { BufferRegion, FieldNode } from 'apache-arrow/ipc/metadata/message';
import { VectorLoader } from 'apache-arrow/visitor/vectorloader';
import { CodecError } from '../errors';
import { type ArrowBatch, batchIn } from './arrow-stream';

type Numbers = Float64Array | BigInt64Array;

/** What the columns of a request hold. */
const ITEMS: Readonly<Record<'close' | 'params', { name: string; is(type: DataType): boolean }>> = {
  close: { name: 'float64', is: (type) => DataType.isFloat(type) && type.precision === Precision.DOUBLE },
  params: { name: 'int64', is: (type) => DataType.isInt(type) && type.bitWidth === 64 && type.isSigned },
};

/**
 * The lists of a stream with one row, not copied. Columns of other names are passed over.
 * @throws CodecError when they are not there, not of their type, or have nulls; and the errors of `batchIn`.
 */
export function listsIn(bytes: Uint8Array): { close: Numbers; params: Numbers } {
  const batch = batchIn(bytes);
  const { length, compression } = batch.header;
  if (compression !== null) throw new Error('its buffers are compressed, expected them as they are');
  if (length !== 1) throw new Error(`got ${length} rows, expected one`);
  const columns = loaded(batch);
  return { close: values(columns, 'close'), params: values(columns, 'params') };
}

/** A column, and what is told of it and of the items of its list. */
interface Column {
  data: Data;
  nodes: FieldNode[];
}

function loaded({ schema, header, body }: ArrowBatch): Map<string, Column> {
  const loader = new CheckedLoader(
    body,
    header.nodes,
    header.buffers,
    new Map(),
    schema.metadataVersion,
    header.variadicBufferCounts,
  );
  const columns = new Map<string, Column>();
  for (const field of schema.fields) {
    const from = loader.nodesTaken;
    const data = loader.visit(field);
    if (columns.has(field.name))
      throw new Error(`two columns have the name ${field.name}, expected each once`);
    columns.set(field.name, { data, nodes: header.nodes.slice(from, loader.nodesTaken) });
  }
  return columns;
}

/** apache-arrow's own loader, but for buffers that are not there: it would give as much of them as there is. */
class CheckedLoader extends VectorLoader {
  nodesTaken = 0;
  readonly #body: Uint8Array;

  constructor(body: Uint8Array, ...rest: RestOfParameters<typeof VectorLoader>) {
    super(body, ...rest);
    this.#body = body;
  }

  protected override nextFieldNode(): FieldNode {
    this.nodesTaken++;
    const node = super.nextFieldNode() as FieldNode | undefined;
    if (node === undefined) throw new RangeError('it has fewer nodes than columns');
    if (node.length < 0) throw new RangeError(`a column has ${node.length} values`);
    return node;
  }

  protected override nextBufferRange(): BufferRegion {
    const range = super.nextBufferRange() as BufferRegion | undefined;
    if (range === undefined) throw new RangeError('it has fewer buffers than its columns need');
    const { offset, length } = range;
    if (offset < 0 || length < 0 || offset + length > this.#body.length) {
      throw new RangeError(`a buffer has ${length} bytes at ${offset} of a body of ${this.#body.length}`);
    }
    return range;
  }

  /** Also where no nulls are said to be: what is said need not be so. */
  protected override readNullBitmap(
    type: DataType,
    _nullCount: number,
    range = this.nextBufferRange(),
  ): Uint8Array {
    return this.readData(type, range);
  }
}

type RestOfParameters<T extends abstract new (...args: never[]) => unknown> =
  ConstructorParameters<T> extends [unknown, ...infer Rest] ? Rest : never;

function values(columns: ReadonlyMap<string, Column>, name: keyof typeof ITEMS): Numbers {
  const { name: item, is } = ITEMS[name];
  const column = columns.get(name);
  const type = column?.data.type as DataType | undefined;
  if (column === undefined || !DataType.isList(type) || !is(type.valueType)) {
    const problem = type === undefined ? `there is no column ${name}` : `${name} is a ${type}`;
    throw new CodecError('arrow', null, null, `${problem}, expected a list of ${item}`);
  }
  const list = column.data as Data<List>;
  const [listNode, itemNode] = column.nodes;
  const items = list.children[0];
  checkNulls(name, listNode, list.nullBitmap, 0, 1, () => name);
  const [from, to] = list.valueOffsets;
  const numbers = items.values as Numbers;
  const most = Math.min(numbers.length, itemNode.length);
  if (listNode.length !== 1 || list.valueOffsets.length < 2 || from < 0 || to < from || to > most) {
    const problem = `${name} is ${listNode.length} lists, the first from ${from} to ${to} of ${most} values`;
    throw new CodecError('arrow', null, null, `${problem}, expected one that lies within them`);
  }
  checkNulls(name, itemNode, items.nullBitmap, from, to, (index) => `${name}[${index - from}]`);
  return numbers.subarray(from, to);
}

/** A bit for each value, the lowest first, 0 for null; no bits at all where none is. */
function checkNulls(
  name: string,
  { nullCount }: FieldNode,
  bitmap: Uint8Array | null,
  from: number,
  to: number,
  placeOf: (index: number) => string,
): void {
  if (bitmap !== null && bitmap.length > 0) {
    for (let i = from; i < to; i++) {
      // Out of the bitmap nothing says that a value is there.
      if (((bitmap[i >> 3] ?? 0) & (1 << (i & 7))) === 0) {
        throw new CodecError('arrow', placeOf(i), null, 'expected a value');
      }
    }
  }
  if (nullCount > 0) {
    throw new CodecError(
      'arrow',
      null,
      null,
      `${name} has ${nullCount} nulls, expected none: they have no value`,
    );
  }
}
