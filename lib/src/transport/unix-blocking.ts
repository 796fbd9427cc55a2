import type { Socket } from 'node:net';
import { ConnectionError } from '../errors';
import { addon } from '../project';
import type { FrameParts } from '../wire';
import { closedSocket } from './closed-socket';
import type { ConnectOptions } from './connection';
import { InPlacePipeline, type Turns, timedOut, type WaitingLine } from './in-place';
import { loopSocket } from './loop-socket';
import { checkSignal } from './patience';
import type { ListenerTransport } from './transport';
import { checkedPath, unix } from './unix';

/** A connected socket, as the addon has it (engine-rs/crates/node/src/socket.rs). */
interface NativeSocket {
  send(first: Uint8Array, second: Uint8Array, third: Uint8Array, from: number, timeout?: number): number;
  receive(room: Uint8Array, timeout?: number): number;
  turn(bytes: number, timeout?: number): number;
  /** Another descriptor of it, the caller's own. */
  descriptor(): number;
  /** Bytes of its buffers to send and to receive, as the system tells them. */
  buffers(): number[];
  close(): void;
}

interface SocketAddon {
  connectBlockingSocket(
    path: string,
    request: Uint8Array,
    reply: Uint8Array,
    bufferBytes?: number,
  ): NativeSocket;
}

/**
 * A Unix domain socket on which the calling thread waits: no event loop in between, so it costs little more than in a
 * native client. Needs the addon. Requests that are awaited go through the event loop, as over `unix`.
 */
export const unixBlocking: ListenerTransport & { name: 'unix-blocking' } = {
  ...unix,
  name: 'unix-blocking',
  connect: connectUnixBlocking,
};

/**
 * Connects to an engine's Unix socket; `bufferBytes` sets its buffers, each way.
 * @throws ConnectionError when nothing listens there; KernelError when the addon can't be used.
 */
export async function connectUnixBlocking(
  path: string,
  options: ConnectOptions & { bufferBytes?: number },
): Promise<InPlacePipeline> {
  const what = `connecting to ${path}`;
  checkSignal(what, options.signal);
  checkedPath(path);
  const { connectBlockingSocket } = await addon<SocketAddon>(['connectBlockingSocket']);
  checkSignal(what, options.signal);
  const [request, reply] = [new Uint8Array(SHORT), new Uint8Array(SHORT)];
  let native: NativeSocket;
  try {
    native = connectBlockingSocket(path, request, reply, options.bufferBytes);
  } catch (cause) {
    throw new ConnectionError(`can't connect to ${path}: ${(cause as Error).message}`, { cause });
  }
  const line = new SocketLine(native, request, reply);
  const pipeline = new InPlacePipeline(line, options.longestReply);
  line.use(pipeline);
  return pipeline;
}

/** The most bytes of a frame that is copied to and from the addon's own memory: all it then takes is one call. */
const SHORT = 4096;

const NOTHING = new Uint8Array(0);

/** The socket waited on in place, and, from the first request that is awaited, the same one in the event loop. */
class SocketLine implements WaitingLine {
  readonly turns: Turns;
  readonly #native: NativeSocket;
  #pipeline!: InPlacePipeline;
  #socket: Socket | null = null;

  constructor(native: NativeSocket, request: Uint8Array, reply: Uint8Array) {
    this.#native = native;
    this.turns = { request, reply, turn: (bytes, timeout) => waited(() => native.turn(bytes, timeout)) };
  }

  /** The pipeline; it has this line, so it can only come last. */
  use(pipeline: InPlacePipeline): void {
    this.#pipeline = pipeline;
  }

  sendNow(parts: FrameParts, from: number, timeout: number | undefined): number {
    const [first = NOTHING, second = NOTHING, third = NOTHING] = parts;
    return waited(() => this.#native.send(first, second, third, from, timeout));
  }

  receiveNow(room: Uint8Array, timeout: number | undefined): number {
    return waited(() => this.#native.receive(room, timeout));
  }

  get idle(): boolean {
    return this.#socket === null || this.#socket.writableLength === 0;
  }

  send(parts: FrameParts, sent: () => void): void {
    const socket = this.#inLoop();
    socket.cork();
    parts.forEach((part, i) => {
      socket.write(part, i === parts.length - 1 ? sent : undefined);
    });
    socket.uncork();
  }

  hold(): void {
    this.#inLoop().ref();
  }

  release(): void {
    this.#socket?.unref();
  }

  abandon(): void {
    this.#native.close();
    this.#socket?.destroy();
  }

  async end(): Promise<void> {
    this.#native.close();
    if (this.#socket !== null) await closedSocket(this.#socket);
  }

  #inLoop(): Socket {
    if (this.#socket !== null) return this.#socket;
    this.#socket = loopSocket({ fd: this.#native.descriptor() }, this.#pipeline);
    return this.#socket;
  }
}

function waited(call: () => number): number {
  try {
    return call();
  } catch (error) {
    throw (error as Error).message === 'ETIMEDOUT' ? timedOut : error;
  }
}
