import { type ClientDuplexStream, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { FrameParts } from '../wire';
import type { Connection, ConnectOptions } from './connection';
import { frameFields } from './frame-fields';
import { openChannel } from './grpc-channel';
import { GrpcLine } from './grpc-line';
import { asBytes, grpcMethod, streamMessage, streamReply } from './grpc-messages';
import { Pipeline } from './pipeline';
import { TranslatedConnection } from './translated';
import type { ListenerTransport } from './transport';

/** gRPC on the loopback interface, one stream both ways for all requests: the replies come in their order. */
export const grpcStream: ListenerTransport & { name: 'grpc-stream' } = {
  kind: 'listener',
  name: 'grpc-stream',
  program: 'ipc-tax-grpc-engine',
  keepsState: true,
  listen: () => ({ args: ['--grpc', '127.0.0.1:0'], file: null }),
  addressIn: (line) => /^listening grpc (\S+)$/.exec(line)?.[1] ?? null,
  connect: connectGrpcStream,
};

/**
 * Connects to an engine's `HOST:PORT`.
 * @throws ConnectionError when nothing that speaks HTTP/2 listens there, or the address is no such pair.
 */
export async function connectGrpcStream(address: string, options: ConnectOptions): Promise<Connection> {
  const line = new StreamLine(await openChannel(address, options));
  const pipeline = new Pipeline(line, options.longestReply);
  line.serve(pipeline);
  return new TranslatedConnection(pipeline, (parts) => [streamMessage(frameFields(parts))]);
}

class StreamLine extends GrpcLine {
  #call!: ClientDuplexStream<Buffer, Buffer>;
  /** A message is on its way out. */
  #busy = false;

  override serve(pipeline: Pipeline): void {
    super.serve(pipeline);
    const { path } = grpcMethod('converse');
    this.#call = this.client.makeBidiStreamRequest(path, asBytes, asBytes, new Metadata());
    // The library holds the process for a call that is open; this one is open as long as the connection.
    this.#call.once('metadata', () => {
      if (!pipeline.busy) this.release();
    });
    this.#call.on('data', (bytes: Buffer) => this.replied(() => streamReply(bytes)));
    this.#call.on('error', (error: ServiceError) => this.failed(error));
    this.#call.on('status', ({ code }) => {
      if (code === status.OK) this.pipeline.lost();
    });
  }

  get idle(): boolean {
    return !this.#busy;
  }

  send([message]: FrameParts, sent: () => void): void {
    this.#busy = true;
    this.#call.write(message as Buffer, () => {
      this.#busy = false;
      sent();
    });
  }
}
