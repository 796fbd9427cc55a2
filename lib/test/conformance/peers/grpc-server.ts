import { createServer, type Socket } from 'node:net';
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { asBytes, grpcMethod } from '../../../src/transport/grpc-messages';
import { bytesOf, ERROR_BIT, echoRequest, joined, readErrorReply } from '../../../src/wire';
import type { Accept, MalformedMessage, Wire } from './peer';

type Message = Record<string, unknown>;

/** Sends a reply frame, or the bytes of a malformed message as they are. */
type Send = (bytes: Uint8Array, sent?: () => void) => void;

/** One connection, whose calls come one after another. */
class GrpcWire implements Wire {
  deaf = false;
  readonly socket: Socket;
  send: Send = () => {};
  take: (bytes: Uint8Array) => void;

  constructor(socket: Socket, accept: Accept) {
    this.socket = socket;
    this.take = accept(this);
  }

  pause(): void {
    this.deaf = true;
  }

  close(): void {
    // What was sent is still on its way through the library; what comes meanwhile is not answered any more.
    this.take = () => {};
    setTimeout(() => this.socket.destroy(), 20);
  }
}

/**
 * Listens with gRPC, and accepts connections whose echoes are calls, or messages of a stream. Resolves with the line that
 * says where.
 */
export async function serveGrpc(accept: Accept, malformed: readonly MalformedMessage[]): Promise<string> {
  const isMalformed = (frame: Uint8Array) =>
    malformed.some(({ bytes }) => Buffer.compare(bytes, frame) === 0);
  const wires = new Map<string, GrpcWire>();
  const server = new Server({ 'grpc.max_receive_message_length': -1 });
  const [echo, converse] = [grpcMethod('echo'), grpcMethod('converse')];
  const raw = { responseSerialize: asBytes, responseDeserialize: asBytes };
  server.addService(
    { Echo: { ...echo, ...raw }, Converse: { ...converse, ...raw } },
    {
      Echo(call: ServerUnaryCall<Message, Buffer>, answer: sendUnaryData<Buffer>) {
        const wire = wires.get(call.getPeer())!;
        wire.send = (frame, sent) => {
          const error = isMalformed(frame) ? null : errorIn(frame);
          if (error === null) answer(null, isMalformed(frame) ? (frame as Buffer) : unaryReply(frame));
          else answer(refusal(error));
          if (sent !== undefined) setImmediate(sent);
        };
        wire.take(requestFrame(call.request));
      },
      Converse(call: ServerDuplexStream<Message, Buffer>) {
        const wire = wires.get(call.getPeer())!;
        call.on('error', () => {});
        wire.send = (frame, sent) => {
          call.write(isMalformed(frame) ? (frame as Buffer) : streamedReply(frame), () => sent?.());
        };
        // One that reads nothing says so before anything came.
        wire.take(new Uint8Array());
        if (!wire.deaf) call.on('data', ({ echo }: Message) => wire.take(requestFrame(echo as Message)));
      },
    },
  );
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    wires.set(`${socket.remoteAddress}:${socket.remotePort}`, new GrpcWire(socket, accept));
    injector.injectConnection(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  return `listening grpc 127.0.0.1:${typeof address === 'object' ? address?.port : null}`;
}

function requestFrame({ floats }: Message): Uint8Array {
  const bytes = Uint8Array.from((floats as Uint8Array | undefined) ?? []);
  return joined(echoRequest(new Float64Array(bytes.buffer)));
}

function errorIn(frame: Uint8Array) {
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
  return length >= ERROR_BIT ? readErrorReply(frame.slice(4)) : null;
}

function unaryReply(frame: Uint8Array): Buffer {
  return grpcMethod('echo').responseSerialize({ floats: frame.slice(4) });
}

function streamedReply(frame: Uint8Array): Buffer {
  const error = errorIn(frame);
  const answer =
    error === null
      ? { echo: { floats: frame.slice(4) } }
      : { error: { code: error.wireCode, message: told(error) } };
  return grpcMethod('converse').responseSerialize(answer);
}

function refusal(error: ReturnType<typeof readErrorReply>) {
  const metadata = new Metadata();
  metadata.set('ipc-tax-code', String(error.wireCode));
  return { code: status.INVALID_ARGUMENT, details: told(error), metadata };
}

const told = (error: Error): string => error.message;

/** The bytes of a message in place of a reply, `of` making them a reply of the form. */
export function malformedReplies(of: (echoReply: Uint8Array) => Uint8Array): readonly MalformedMessage[] {
  /** Field 1, of this many bytes. */
  const floats = (...values: number[]) => Uint8Array.of(0x0a, values.length, ...values);
  const two = bytesOf(Float64Array.of(1, 2));
  return [
    {
      name: 'a list cut short',
      bytes: of(Uint8Array.of(0x0a, 9, 1)),
      says: /got \d+ bytes, expected a message/,
    },
    {
      name: 'half a float',
      bytes: of(floats(1, 2, 3, 4)),
      says: /floats: got 4 bytes, expected a multiple of 8/,
    },
    {
      name: 'a float too many',
      bytes: of(floats(...two)),
      says: /echo reply: got a body of 16 bytes, expected 8/,
    },
  ].map((message) => ({ ...message, bytes: Buffer.from(message.bytes) }));
}
