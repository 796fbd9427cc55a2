import { connect, type NetConnectOpts } from 'node:net';
import type { Dealer } from 'zeromq';
import { ConnectionError } from '../errors';
import { type FrameParts, joined } from '../wire';
import type { Connection, ConnectOptions } from './connection';
import { checkSignal, patience } from './patience';
import { type Line, Pipeline } from './pipeline';
import { Queue } from './queue';

/** Messages that may wait to be sent, and to be read. Fewer than this many requests are on their way at once. */
const HIGH_WATER_MARK = 1000;

/** Bytes of requests on their way to an engine and back: ZeroMQ itself would take in as many as there is memory for. */
const MOST_ON_THE_WAY = 64 * 1024 * 1024;

/** Requests on their way: libzmq counts what was read only in steps of half the high-water mark. */
const MOST_REQUESTS = HIGH_WATER_MARK / 4;

/** Milliseconds after which a reply that is waited for has the connection looked at, and in which a lost one shows. */
const LOOK = 100;

/**
 * Milliseconds in which an engine must have shown that it speaks ZeroMQ, one attempt after another: libzmq gives up
 * at once, and says nothing, where too many others connect in the same moment.
 */
const ATTEMPTS = [500, 1500, 8000];

/** Asks nothing; an engine ignores it. */
const NOTHING = Buffer.alloc(0);

/** Everything that ZeroMQ would decide by itself otherwise. Milliseconds. */
const OPTIONS = {
  // Closing drops what was not sent; nobody waits for its reply any more.
  linger: 0,
  sendHighWaterMark: HIGH_WATER_MARK,
  receiveHighWaterMark: HIGH_WATER_MARK,
  // A lost connection stays lost: another would have another session, and nothing is sent twice.
  reconnectInterval: -1,
  // A message is taken only by a connection that is there, and soon or not at all: libzmq may count it in a moment late.
  immediate: true,
  sendTimeout: LOOK,
  receiveTimeout: LOOK,
  handshakeInterval: 10_000,
  heartbeatInterval: 10_000,
  heartbeatTimeout: 30_000,
  heartbeatTimeToLive: 30_000,
};

/**
 * Connects a DEALER that carries a frame a message. `name` is the address for people. The library is loaded by the
 * first connection.
 *
 * What libzmq tells of connecting comes through its monitor, whose address is that of the socket in memory: the next
 * socket there can't have one. So a plain connection looks first whether anybody listens, and an empty message, which
 * an engine ignores, can be sent when both sides have agreed to speak.
 * @throws ConnectionError when nothing listens there, or speaks something else.
 */
export async function connectZeromq(
  where: NetConnectOpts,
  name: string,
  options: ConnectOptions,
): Promise<Connection> {
  const what = `connecting to ${name}`;
  checkSignal(what, options.signal);
  const { Dealer } = await import('zeromq');
  const dealer = () => new Dealer({ ...OPTIONS, maxMessageSize: options.longestReply + 4096 });
  let socket = dealer();
  let forget = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      checkSignal(what, options.signal);
      forget = patience(what, options, reject);
      const connected = async () => {
        for (const attempt of ATTEMPTS) {
          if (await agrees(socket, where, name, attempt)) return resolve();
          if (socket.closed) return;
          socket.close();
          socket = dealer();
        }
        reject(new ConnectionError(`can't connect to ${name}: it does not speak ZeroMQ`));
      };
      connected().catch(reject);
    });
  } catch (error) {
    socket.close();
    throw error;
  } finally {
    forget();
  }
  const line = new ZeromqLine(socket);
  const pipeline = new Pipeline(line, options.longestReply);
  line.use(pipeline);
  return pipeline;
}

/** Connects; whether both sides have agreed to speak in so many milliseconds. */
async function agrees(
  socket: Dealer,
  where: NetConnectOpts,
  name: string,
  milliseconds: number,
): Promise<boolean> {
  try {
    await listens(where);
    socket.connect('path' in where ? `ipc://${where.path}` : `tcp://${name}`);
  } catch (cause) {
    throw new ConnectionError(`can't connect to ${name}: ${(cause as Error).message}`, { cause });
  }
  try {
    socket.sendTimeout = milliseconds;
    await socket.send(NOTHING);
    socket.sendTimeout = LOOK;
    return true;
  } catch {
    return false;
  }
}

/** Resolves when something accepts connections there. */
function listens(where: NetConnectOpts): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = connect(where, () => {
      probe.destroy();
      resolve();
    });
    probe.once('error', reject);
  });
}

/**
 * The frames' way through a DEALER. It is read only while replies are waited for, and shortly after: a read that waits
 * keeps the process alive.
 */
class ZeromqLine implements Line {
  readonly #socket: Dealer;
  readonly #onTheWay = new Queue<number>();
  #bytes = 0;
  #pipeline!: Pipeline;
  #reading = false;
  /** Called when the request that is being sent has left and there is room for another. */
  #sent: (() => void) | null = null;
  #handedOver = true;

  constructor(socket: Dealer) {
    this.#socket = socket;
  }

  /** The pipeline; it has this line, so it can only come last. */
  use(pipeline: Pipeline): void {
    this.#pipeline = pipeline;
  }

  get idle(): boolean {
    return this.#sent === null;
  }

  send(parts: FrameParts, sent: () => void): void {
    const frame = parts.length === 1 ? parts[0]! : joined(parts);
    this.#sent = sent;
    this.#handedOver = false;
    this.#onTheWay.push(frame.byteLength);
    this.#bytes += frame.byteLength;
    // Node hands the event loop back first: the pipeline does not expect to be called in the middle of its own call.
    this.#socket.send(frame as Buffer).then(
      () => {
        this.#handedOver = true;
        this.#moveOn();
      },
      () => this.#pipeline.lost(),
    );
    if (!this.#reading) void this.#read();
  }

  hold(): void {}

  release(): void {}

  abandon(): void {
    this.#socket.close();
  }

  async end(): Promise<void> {
    this.#socket.close();
  }

  #moveOn(): void {
    const full = this.#bytes >= MOST_ON_THE_WAY || this.#onTheWay.length >= MOST_REQUESTS;
    if (full || !this.#handedOver || this.#sent === null) return;
    const sent = this.#sent;
    this.#sent = null;
    sent();
  }

  /** Reads until no reply is waited for, and a moment longer: a reply that nobody asked for comes then. */
  async #read(): Promise<void> {
    this.#reading = true;
    let stands = true;
    try {
      while (!this.#socket.closed) {
        const parts = await this.#next();
        if (parts !== null) this.#take(parts);
        else if (this.#onTheWay.length === 0) return;
        // A reply may have come with the end of the connection: what came is read first.
        else if (!stands) this.#pipeline.lost();
        else stands = await this.#stands();
      }
    } finally {
      this.#reading = false;
    }
  }

  /** The next message, or null when none came in time. */
  async #next(): Promise<Uint8Array[] | null> {
    try {
      return await this.#socket.receive();
    } catch {
      return null;
    }
  }

  #take(parts: readonly Uint8Array[]): void {
    // More than one part is the engine's way to say that it has ended the session.
    if (parts.length !== 1) {
      this.#pipeline.lost();
      return;
    }
    this.#bytes -= this.#onTheWay.shift() ?? 0;
    this.#pipeline.message(parts[0]!);
    this.#moveOn();
  }

  /** Whether there is still a connection to send on: an empty message, which an engine ignores, finds out. */
  async #stands(): Promise<boolean> {
    try {
      await this.#socket.send(NOTHING);
      return true;
    } catch (error) {
      // Busy: a request is just being handed over, which tells as much.
      return this.#socket.closed || (error as NodeJS.ErrnoException).code === 'EBUSY';
    }
  }
}
