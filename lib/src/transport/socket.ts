import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { ConnectionError } from '../errors';
import type { FrameParts } from '../wire';
import { closedSocket } from './closed-socket';
import type { Connection, ConnectOptions } from './connection';
import { checkSignal, patience } from './patience';
import { type Line, Pipeline } from './pipeline';

/**
 * Connects a socket that carries frames. Replies are read by `onread` straight to where they are wanted, without a
 * stream's chunks in between; a request of several pieces goes out corked, as one writev.
 * `reset` makes giving up a TCP reset, so that the peer hears of it though it only writes.
 */
export function connectSocket(
  where: NetConnectOpts,
  name: string,
  options: ConnectOptions & { reset: boolean },
): Promise<Connection> {
  const { longestReply, reset } = options;
  const what = `connecting to ${name}`;
  return new Promise((resolve, reject) => {
    checkSignal(what, options.signal);
    const line = new SocketLine(reset);
    const pipeline = new Pipeline(line, longestReply);
    const socket = connect({
      ...where,
      onread: {
        buffer: () => pipeline.receiver.space(),
        callback: (bytes) => {
          pipeline.received(bytes);
          return true;
        },
      },
    });
    line.use(socket);

    const fail = (error: Error) => {
      forget();
      socket.destroy();
      reject(error);
    };
    const forget = patience(what, options, fail);

    let broken: Error | undefined;
    socket.on('error', (cause) => {
      broken = cause;
      if (socket.connecting || socket.pending) {
        fail(new ConnectionError(`can't connect to ${name}: ${cause.message}`, { cause }));
      }
    });
    socket.once('connect', () => {
      forget();
      socket.unref();
      resolve(pipeline);
    });
    socket.once('end', () => pipeline.lost());
    socket.once('close', () => pipeline.lost(broken));
  });
}

class SocketLine implements Line {
  #socket!: Socket;
  readonly #reset: boolean;

  constructor(reset: boolean) {
    this.#reset = reset;
  }

  /** The socket; it reads through the pipeline, which has this line, so it can only come last. */
  use(socket: Socket): void {
    this.#socket = socket;
  }

  get idle(): boolean {
    return this.#socket.writableLength === 0;
  }

  send(parts: FrameParts, sent: () => void): void {
    const socket = this.#socket;
    const last = parts.length - 1;
    if (last === 0) {
      socket.write(parts[0]!, sent);
      return;
    }
    socket.cork();
    for (let i = 0; i < last; i++) socket.write(parts[i]!);
    socket.write(parts[last]!, sent);
    socket.uncork();
  }

  hold(): void {
    this.#socket.ref();
  }

  release(): void {
    this.#socket.unref();
  }

  abandon(): void {
    if (this.#reset) this.#socket.resetAndDestroy();
    else this.#socket.destroy();
  }

  end(): Promise<void> {
    return closedSocket(this.#socket);
  }
}
