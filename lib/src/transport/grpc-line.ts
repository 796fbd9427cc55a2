import type { Socket } from 'node:net';
import { type Client, type ServiceError, status } from '@grpc/grpc-js';
import { ProtocolError } from '../errors';
import { ErrorCode, errorReply, type FrameParts, joined } from '../wire';
import type { GrpcChannel } from './grpc-channel';
import type { Line, Pipeline } from './pipeline';

/** The trailer with the protocol's own code. */
const CODE = 'ipc-tax-code';

const NEVER = 2 ** 31 - 1;

/** Statuses with which the library itself tells that a call was not answered. */
const UNANSWERED: readonly number[] = [status.UNAVAILABLE, status.CANCELLED, status.INTERNAL, status.UNKNOWN];

/** What the lines of gRPC have in common: one socket, and how calls fail. */
export abstract class GrpcLine implements Line {
  protected readonly client: Client;
  protected pipeline!: Pipeline;
  readonly #socket: Socket;
  /** The library holds and releases the socket as it sees fit: while a reply is waited for, this holds the process. */
  readonly #holding = setInterval(() => {}, NEVER).unref();

  constructor({ client, socket }: GrpcChannel) {
    this.client = client;
    this.#socket = socket;
  }

  /** Gives what comes to the pipeline, which has this line, so it can only come last. */
  serve(pipeline: Pipeline): void {
    this.pipeline = pipeline;
    // Not at once: a reply that came just before the end is still on its way through the library.
    const lost = () => setImmediate(() => pipeline.lost());
    if (this.#socket.destroyed) lost();
    else this.#socket.once('close', lost);
  }

  abstract readonly idle: boolean;
  abstract send(parts: FrameParts, sent: () => void): void;

  hold(): void {
    this.#holding.ref();
  }

  release(): void {
    this.#holding.unref();
    this.#socket.unref();
  }

  abandon(): void {
    clearInterval(this.#holding);
    this.#socket.resetAndDestroy();
    this.client.close();
  }

  end(): Promise<void> {
    const socket = this.#socket;
    clearInterval(this.#holding);
    return new Promise((resolve) => {
      if (socket.closed) return resolve();
      socket.ref();
      socket.once('close', () => resolve());
      this.client.close();
      socket.destroy();
    });
  }

  /** Hands a reply frame on; a message that can't be one ends the connection. */
  protected replied(frame: () => Uint8Array): void {
    if (this.pipeline.failure !== null) return;
    try {
      this.pipeline.pushed(frame());
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.pipeline.ended(() => error);
    }
  }

  /** A call failed: the engine refused it, or it was not answered, or the answer can't be one. */
  protected failed(error: ServiceError): void {
    const code = Number(error.metadata?.get(CODE)[0] ?? Number.NaN);
    // The limit of the library's own on a request: the engine has no part in it.
    const tooLarge = error.code === status.OUT_OF_RANGE;
    if (tooLarge || !Number.isNaN(code)) {
      this.replied(() => joined(errorReply(tooLarge ? ErrorCode.tooLarge : code, error.details)));
    } else if (UNANSWERED.includes(error.code)) {
      this.pipeline.lost(error);
    } else {
      this.pipeline.ended(
        () =>
          new ProtocolError(
            `gRPC: got status ${status[error.code]} (${error.details}) without ${CODE}, expected a reply`,
            { cause: error },
          ),
      );
    }
  }
}
