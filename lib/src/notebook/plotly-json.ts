import { OptionError } from '../errors';

type NumberArray =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

/** Plotly's name of each kind of array. Its numbers are little-endian, as are ours on every platform of Node. */
const DTYPES: Record<string, string> = {
  Float64Array: 'f8',
  Float32Array: 'f4',
  Int32Array: 'i4',
  Uint32Array: 'u4',
  Int16Array: 'i2',
  Uint16Array: 'u2',
  Int8Array: 'i1',
  Uint8Array: 'u1',
  Uint8ClampedArray: 'u1c',
};

/** An array of numbers as plotly takes it in JSON; `shape` is "rows,columns" for a matrix. */
export interface PackedArray {
  dtype: string;
  bdata: string;
  shape?: string;
}

/** The kind by its tag and not its constructor: a Buffer is a Uint8Array. */
const kind = (value: unknown): string =>
  ArrayBuffer.isView(value) ? ((value as unknown as Record<symbol, string>)[Symbol.toStringTag] ?? '') : '';

const isBigIntArray = (value: unknown): value is BigInt64Array | BigUint64Array =>
  kind(value) === 'BigInt64Array' || kind(value) === 'BigUint64Array';

const isNumberArray = (value: unknown): value is NumberArray => kind(value) in DTYPES;

const bytesOf = (array: NumberArray): Buffer => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

function packed(array: NumberArray): PackedArray {
  return { dtype: DTYPES[kind(array)]!, bdata: bytesOf(array).toString('base64') };
}

/** Plotly reads no packed array inside a list, so a list of rows of one kind and length goes as one matrix. */
function packedRows(rows: readonly unknown[]): PackedArray | null {
  const first = rows[0];
  if (!isNumberArray(first) || first.length === 0) return null;
  if (!rows.every((row) => kind(row) === kind(first) && (row as NumberArray).length === first.length))
    return null;
  const bdata = Buffer.concat((rows as NumberArray[]).map(bytesOf)).toString('base64');
  return { dtype: DTYPES[kind(first)]!, bdata, shape: `${rows.length},${first.length}` };
}

/** Objects whose `title` is plotly's own, and not a reader's word in what a figure carries for itself. */
const TITLED = /^(?:layout|data\[\d+\])(?:\.(?!meta\b|customdata\b)\w+)*$/;

/** Plotly draws `{ text }` alone; people write a title as a text, as plotly took it for long. */
const titled = (path: string, key: string, value: unknown): unknown =>
  key === 'title' && typeof value === 'string' && TITLED.test(path) ? { text: value } : value;

/** What JSON has no form for: NaN and infinities are gaps to plotly, as null is. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function encode(value: unknown, path: string, within: readonly object[]): unknown {
  if (typeof value === 'number') return finite(value);
  // Exact to 2^53, like everything plotly draws.
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (isBigIntArray(value)) return packed(Float64Array.from(value as BigInt64Array, Number));
  if (isNumberArray(value)) return Array.isArray(within.at(-1)) ? Array.from(value, finite) : packed(value);
  if (within.includes(value))
    throw new OptionError(`figure.${path}`, 'a value that holds itself', 'plain data');
  const around = [...within, value];
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'number')) return value.map(finite);
    return packedRows(value) ?? value.map((item, i) => encode(item, `${path}[${i}]`, around) ?? null);
  }
  if (ArrayBuffer.isView(value) || value instanceof Map || value instanceof Set) {
    throw new OptionError(`figure.${path}`, value.constructor.name, 'an array or a typed array');
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      encode(titled(path, key, item), path ? `${path}.${key}` : key, around),
    ]),
  );
}

/**
 * A figure, or any part of one, as plain JSON values for plotly.js. Typed arrays become base64
 * ({@link PackedArray}); big integers become numbers; dates become ISO texts; NaN and infinities outside
 * typed arrays become null; a title that is a text becomes `{ text }`; functions are left out.
 * @throws OptionError naming the place, for a value that holds itself, a Map, a Set or a DataView.
 */
export function plotlyJson(value: object): unknown {
  return encode(value, '', []);
}
