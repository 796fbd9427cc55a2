/**
 * A verifier of Arrow's metadata, as flatbuffers has one in other languages: its JavaScript reads whatever the bytes say,
 * a list of 2^31 names too. What it is to look at must lie within the bytes, and not be more than they can hold.
 *
 * Source: the FlatBuffers internals (layout of tables, vectors and unions), and Arrow's Schema.fbs and Message.fbs.
 */
type Check = (metadata: Metadata, at: number, before: number) => void;

/**
 * What must be looked at in a table, by its field's number; other fields are numbers. A check is told where the field is,
 * and where the one before it, which of a union is its type: 0 for one that is not there.
 */
type Table = Readonly<Record<number, Check>>;

/** How deep types may lie in types. */
const DEEPEST = 64;

const text: Check = (metadata, at) => metadata.vector(at, 1);
const items =
  (bytes: number): Check =>
  (metadata, at) =>
    metadata.vector(at, bytes);
const table =
  (shape: () => Table): Check =>
  (metadata, at) =>
    metadata.table(metadata.target(at), shape());
const tables =
  (shape: () => Table): Check =>
  (metadata, at) =>
    metadata.tables(at, shape());

const KEY_VALUE: Table = { 0: text, 1: text };
const NUMBERS: Table = {};
/** Types with more than numbers in them: a timestamp's zone, the ids of a union's parts. */
const TYPES: Readonly<Record<number, Table>> = { 10: { 1: text }, 14: { 1: items(4) } };

const DICTIONARY: Table = { 1: table(() => NUMBERS) };
const FIELD: Table = {
  0: text,
  3: (metadata, at, type) => metadata.union(at, type, (known) => TYPES[known] ?? NUMBERS),
  4: table(() => DICTIONARY),
  5: tables(() => FIELD),
  6: tables(() => KEY_VALUE),
};
const SCHEMA: Table = {
  0: (metadata, at) => metadata.littleEndian(at),
  1: tables(() => FIELD),
  2: tables(() => KEY_VALUE),
  3: items(8),
};
const RECORD_BATCH: Table = { 1: items(16), 2: items(16), 3: table(() => NUMBERS), 4: items(8) };
const DICTIONARY_BATCH: Table = { 1: table(() => RECORD_BATCH) };
const HEADERS: Readonly<Record<number, Table>> = { 1: SCHEMA, 2: DICTIONARY_BATCH, 3: RECORD_BATCH };
const MESSAGE: Table = {
  2: (metadata, at, type) => metadata.union(at, type, (known) => HEADERS[known]),
  4: tables(() => KEY_VALUE),
};

/** @throws RangeError naming what does not lie within the metadata of a message. */
export function checkMetadata(bytes: Uint8Array): void {
  const metadata = new Metadata(bytes);
  metadata.table(metadata.target(0), MESSAGE);
}

class Metadata {
  readonly #view: DataView;
  readonly #length: number;
  /** Bytes that may still be looked at: several references may lead to the same ones, but not without end. */
  #left: number;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#length = bytes.byteLength;
    this.#left = 16 * bytes.byteLength;
  }

  /** Where the reference at `at` leads: u32, from where it is itself. */
  target(at: number): number {
    this.#within(at, 4);
    const target = at + this.#view.getUint32(at, true);
    this.#within(target, 4);
    return target;
  }

  /** 0 u32 count, then so many of `bytes` each. */
  vector(at: number, bytes: number): void {
    const start = this.target(at);
    this.#within(start + 4, this.#view.getUint32(start, true) * bytes);
  }

  /** 0 u32 count, then so many references. */
  tables(at: number, shape: Table): void {
    this.vector(at, 4);
    const start = this.target(at);
    const count = this.#view.getUint32(start, true);
    for (let i = 0; i < count; i++) this.table(this.target(start + 4 + 4 * i), shape);
  }

  /** i16, 0 for numbers in the order of this machine. */
  littleEndian(at: number): void {
    this.#within(at, 2);
    if (this.#view.getUint16(at, true) !== 0) throw new RangeError('its numbers are big-endian');
  }

  /** A table of the type that the u8 at `typeAt` tells. */
  union(at: number, typeAt: number, shapeOf: (type: number) => Table | undefined): void {
    const type = typeAt === 0 ? 0 : this.#view.getUint8(typeAt);
    const shape = shapeOf(type);
    if (shape === undefined) throw new RangeError(`its metadata has a message of kind ${type}`);
    this.table(this.target(at), shape);
  }

  /** 0 i32 back to its list of fields, which is 0 u16 its bytes, 2 u16 those of the table, then u16 where each field is. */
  table(at: number, shape: Table): void {
    this.#within(at, 4);
    const list = at - this.#view.getInt32(at, true);
    this.#within(list, 4);
    const [listBytes, tableBytes] = [this.#view.getUint16(list, true), this.#view.getUint16(list + 2, true)];
    // Its reader takes an odd number for one field more, and what is above 2^15 for negative.
    if (listBytes % 2 !== 0 || listBytes < 4 || tableBytes < 4 || tableBytes >= 2 ** 15) {
      throw new RangeError(
        `a table of its metadata has ${tableBytes} bytes, ${listBytes} in its list of fields`,
      );
    }
    this.#within(list, listBytes);
    this.#within(at, tableBytes);
    const fields: number[] = [];
    for (let i = 4; i + 2 <= listBytes; i += 2) {
      const offset = this.#view.getUint16(list + i, true);
      if (offset >= tableBytes) throw new RangeError('a field of its metadata is out of its table');
      fields.push(offset === 0 ? 0 : at + offset);
    }
    if (++this.#depth > DEEPEST) throw new RangeError(`its metadata is more than ${DEEPEST} tables deep`);
    for (const [field, check] of Object.entries(shape)) {
      const where = fields[Number(field)] ?? 0;
      if (where !== 0) check(this, where, fields[Number(field) - 1] ?? 0);
    }
    this.#depth--;
  }

  #within(at: number, bytes: number): void {
    if (at < 0 || at + bytes > this.#length) {
      throw new RangeError(`its metadata of ${this.#length} bytes refers to ${bytes} bytes at ${at}`);
    }
    this.#left -= bytes;
    if (this.#left < 0) throw new RangeError('its metadata refers to the same bytes again and again');
  }
}
