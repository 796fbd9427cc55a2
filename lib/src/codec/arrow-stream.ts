import { Message, type Schema } from 'apache-arrow';
import type { BufferRegion, FieldNode } from 'apache-arrow/ipc/metadata/message';
import { checkMetadata } from './arrow-metadata';

/** Stands before the length of a message's metadata, but in streams that were written before Arrow 0.15. */
const CONTINUATION = 0xffff_ffff;
/** Version 4 of the metadata, of 2017, by its number. */
const OLDEST_VERSION = 3;

/** What a file begins with, which is the other form of the same. */
const FILE_MARK = Buffer.from('ARROW1');

/** A record batch as its metadata tells it. */
export interface BatchHeader {
  length: number;
  nodes: FieldNode[];
  buffers: BufferRegion[];
  compression: object | null;
  variadicBufferCounts: number[];
}

/** The one record batch of a stream. */
export interface ArrowBatch {
  schema: Schema;
  header: BatchHeader;
  /** The memory of its columns: shared with the stream where it lies on a multiple of 8. */
  body: Uint8Array;
}

/**
 * The record batch of a stream that has one.
 * @throws RangeError when a length does not fit the bytes; Error when it is no such stream.
 */
export function batchIn(bytes: Uint8Array): ArrowBatch {
  const isFile = FILE_MARK.equals(bytes.subarray(0, FILE_MARK.length));
  if (isFile) throw new Error('got an Arrow file, expected a stream');
  let schema: Schema | null = null;
  let batch: ArrowBatch | null = null;
  for (const [message, body] of messages(bytes)) {
    if (message.version < OLDEST_VERSION) throw new Error(`it is of version ${message.version + 1} of Arrow`);
    if (message.isSchema() && schema === null) {
      schema = message.header();
    } else if (message.isRecordBatch() && schema !== null && batch === null) {
      batch = { schema, header: message.header(), body: aligned(body) };
    } else if (!message.isDictionaryBatch() || schema === null) {
      throw new Error('expected a schema and then one record batch');
    }
  }
  if (batch === null) throw new Error('got no record batch, expected one');
  return batch;
}

/** 0 u32 continuation, 4 u32 length of the metadata, 8 metadata, then the body; a length of 0 ends the stream. */
function* messages(bytes: Uint8Array): Generator<[Message, Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    let length = view.getUint32(at, true);
    at += 4;
    if (length === CONTINUATION) {
      length = view.getUint32(at, true);
      at += 4;
    }
    if (length === 0) {
      // A buffer may be longer than what was written into it.
      if (bytes.subarray(at).some((byte) => byte !== 0))
        throw new Error('bytes follow the end of the stream');
      return;
    }
    const metadata = part(bytes, at, length, 'metadata');
    checkMetadata(metadata);
    const message = Message.decode(metadata);
    at += length;
    yield [message, part(bytes, at, message.bodyLength, 'body')];
    at += message.bodyLength;
  }
}

function part(bytes: Uint8Array, at: number, length: number, what: string): Uint8Array {
  if (length < 0 || at + length > bytes.length) {
    const left = Math.max(0, bytes.length - at);
    throw new RangeError(`the ${what} of a message has ${length} bytes, and ${left} are left`);
  }
  return bytes.subarray(at, at + length);
}

const aligned = (body: Uint8Array): Uint8Array => (body.byteOffset % 8 === 0 ? body : body.slice());
