import { fromJSON, type ServiceDefinition } from '@grpc/proto-loader';
import { ProtocolError } from '../errors';
import {
  bytesOf,
  emptyReply,
  errorReply,
  type FrameParts,
  idReply,
  joined,
  LENGTH_BYTES,
  type OpcodeName,
  timingReply,
} from '../wire';
import type { FrameFields } from './frame-fields';
import { grpcSchema } from './grpc-schema';

/** A message as proto-loader gives it. Lists of numbers are their bytes; what is at its default may be absent. */
type Message = Record<string, unknown>;

/** The service as clients and servers of @grpc/grpc-js take it. */
export const grpcService = fromJSON(grpcSchema as unknown as Parameters<typeof fromJSON>[0], {
  longs: String,
  oneofs: true,
})['ipc_tax.Engine'] as ServiceDefinition;

/** The call of each operation, and the call of all of them. */
export const grpcMethod = (op: OpcodeName | 'converse') =>
  grpcService[`${op[0]!.toUpperCase()}${op.slice(1)}`]!;

/** Each operation's request. */
const requests: Record<OpcodeName, (fields: FrameFields) => Message> = {
  sweep: ({ floats, params }) => ({ close: bytesOf(floats), params: integers(params) }),
  echo: ({ floats }) => ({ floats: bytesOf(floats) }),
  load: ({ floats }) => ({ close: bytesOf(floats) }),
  sweepLoaded: ({ id, params }) => ({ series: id, params: integers(params) }),
  drop: ({ id }) => ({ series: id }),
  openLive: ({ params }) => ({ params: integers(params) }),
  tick: ({ id, floats }) => ({ session: id, close: bytesOf(floats) }),
  closeLive: ({ id }) => ({ session: id }),
  info: () => ({}),
  timing: () => ({}),
};

/** The request of a call of its own. */
export function callMessage(fields: FrameFields): Buffer {
  return grpcMethod(fields.op).requestSerialize(requests[fields.op](fields));
}

/** The same as one of a stream. */
export function streamMessage(fields: FrameFields): Buffer {
  return grpcMethod('converse').requestSerialize({ [fields.op]: requests[fields.op](fields) });
}

/** Each kind of answer's reply frame. */
const replies: Record<string, (message: Message) => FrameParts> = {
  sweep: (message) => {
    const [pnl, trades] = columns(message, 'pnl', 'trades');
    return frame(pnl!, trades!);
  },
  echo: (message) => frame(...columns(message, 'floats')),
  load: (message) => idReply(id(message, 'series')),
  openLive: (message) => idReply(id(message, 'session')),
  drop: () => emptyReply(),
  closeLive: () => emptyReply(),
  tick: (message) => frame(rows(columns(message, 'side', 'trades', 'pnl'))),
  info: ({ json = '' }) => frame(Buffer.from(String(json))),
  timing: (message) => {
    const time = (name: string) => BigInt(String(message[name] ?? 0));
    return timingReply({
      complete: time('complete'),
      parsed: time('parsed'),
      computed: time('computed'),
      encoded: time('encoded'),
      writeBegun: time('writeBegun'),
    });
  },
  error: ({ code, message = '' }) => errorReply(Number(code ?? 0), String(message)),
};

/**
 * The reply frame of a call's answer.
 * @throws ProtocolError when it is no such message.
 */
export function callReply(op: OpcodeName, bytes: Buffer): Uint8Array {
  const message = read(() => grpcMethod(op).responseDeserialize(bytes), bytes);
  return joined(replies[op === 'sweepLoaded' ? 'sweep' : op]!(message));
}

/**
 * The reply frame of a stream's answer.
 * @throws ProtocolError when it is no such message.
 */
export function streamReply(bytes: Buffer): Uint8Array {
  const message = read(() => grpcMethod('converse').responseDeserialize(bytes), bytes);
  const kind = String(message.answer);
  const reply = replies[kind];
  if (reply === undefined) {
    throw new ProtocolError(
      `gRPC reply: got a message of ${bytes.length} bytes without an answer, expected one`,
    );
  }
  return joined(reply(message[kind] as Message));
}

function read(deserialize: () => object, bytes: Buffer): Message {
  try {
    return deserialize() as Message;
  } catch (cause) {
    throw new ProtocolError(
      `gRPC reply: got ${bytes.length} bytes, expected a message of its kind: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Lists of numbers of eight bytes, all as long as the first. */
function columns(message: Message, ...names: string[]): Uint8Array[] {
  const lists = names.map((name) => (message[name] as Uint8Array | undefined) ?? new Uint8Array());
  const bytes = lists[0]!.length;
  lists.forEach((list, i) => {
    if (list.length !== bytes || bytes % 8 !== 0) {
      throw new ProtocolError(
        `gRPC reply, ${names[i]}: got ${list.length} bytes, expected ${i === 0 ? 'a multiple of 8' : `the ${bytes} of ${names[0]}`}`,
      );
    }
  });
  return lists;
}

/** Columns of eight bytes a value as rows. */
function rows(lists: readonly Uint8Array[]): Uint8Array {
  const width = 8 * lists.length;
  const bytes = new Uint8Array(lists[0]!.length * lists.length);
  lists.forEach((list, column) => {
    for (let row = 0; row * 8 < list.length; row++) {
      bytes.set(list.subarray(row * 8, row * 8 + 8), row * width + column * 8);
    }
  });
  return bytes;
}

function frame(...body: Uint8Array[]): FrameParts {
  const length = new Uint8Array(LENGTH_BYTES);
  const bytes = body.reduce((sum, part) => sum + part.length, 0);
  new DataView(length.buffer).setUint32(0, bytes, true);
  return [length, ...body];
}

function id(message: Message, name: string): number {
  const value = message[name] ?? 0;
  if (Number.isInteger(value)) return value as number;
  throw new ProtocolError(`gRPC reply, ${name}: got ${String(value)}, expected an id`);
}

function integers(params: BigInt64Array): Uint8Array {
  return new Uint8Array(params.buffer, params.byteOffset, params.byteLength);
}

/** What serializes a message that is bytes already. */
export const asBytes = (bytes: Buffer): Buffer => bytes;
