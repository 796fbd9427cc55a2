import { Metadata } from '@grpc/grpc-js';
import type { FrameParts, OpcodeName } from '../wire';
import type { Connection, ConnectOptions } from './connection';
import { frameFields } from './frame-fields';
import { openChannel } from './grpc-channel';
import { GrpcLine } from './grpc-line';
import { asBytes, callMessage, callReply, grpcMethod } from './grpc-messages';
import { Pipeline } from './pipeline';
import { TranslatedConnection } from './translated';
import type { ListenerTransport } from './transport';

/** gRPC on the loopback interface, a call a request: one after another, since calls may overtake each other. */
export const grpcUnary: ListenerTransport & { name: 'grpc-unary' } = {
  kind: 'listener',
  name: 'grpc-unary',
  program: 'ipc-tax-grpc-engine',
  keepsState: true,
  listen: () => ({ args: ['--grpc', '127.0.0.1:0'], file: null }),
  addressIn: (line) => /^listening grpc (\S+)$/.exec(line)?.[1] ?? null,
  connect: connectGrpcUnary,
};

/**
 * Connects to an engine's `HOST:PORT`.
 * @throws ConnectionError when nothing that speaks HTTP/2 listens there, or the address is no such pair.
 */
export async function connectGrpcUnary(address: string, options: ConnectOptions): Promise<Connection> {
  const line = new UnaryLine(await openChannel(address, options));
  const pipeline = new Pipeline(line, options.longestReply);
  line.serve(pipeline);
  return new TranslatedConnection(pipeline, written);
}

/** What goes through the pipeline in place of a frame: the operation, then its message. */
function written(parts: FrameParts): FrameParts {
  const fields = frameFields(parts);
  return [Buffer.from(fields.op), callMessage(fields)];
}

class UnaryLine extends GrpcLine {
  #busy = false;

  get idle(): boolean {
    return !this.#busy;
  }

  send([operation, message]: FrameParts, sent: () => void): void {
    this.#busy = true;
    const op = Buffer.from(operation!).toString() as OpcodeName;
    const { path } = grpcMethod(op);
    this.client.makeUnaryRequest(
      path,
      asBytes,
      asBytes,
      message as Buffer,
      new Metadata(),
      (error, bytes) => {
        if (error === null) this.replied(() => callReply(op, bytes!));
        else this.failed(error);
        this.#busy = false;
        sent();
      },
    );
  }
}
