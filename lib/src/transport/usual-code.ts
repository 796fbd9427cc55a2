import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { ConnectionError } from '../errors';
import { ERROR_BIT, type FrameParts, LENGTH_BYTES, LONGEST_ERROR_BODY } from '../wire';
import { closedSocket } from './closed-socket';
import type { Connection, ConnectOptions } from './connection';
import { checkSignal, patience } from './patience';
import { type Line, Pipeline } from './pipeline';

/**
 * Connects a socket in the usual way, to be compared with: one write of a frame that was put together, and chunks
 * that are collected until a reply is whole, joined then and copied out. It is code as most would write it,
 * complete and not slowed down.
 */
export function connectUsually(
  where: NetConnectOpts,
  name: string,
  options: ConnectOptions,
): Promise<Connection> {
  const what = `connecting to ${name}`;
  return new Promise((resolve, reject) => {
    checkSignal(what, options.signal);
    const socket = connect(where);
    const pipeline = new Pipeline(new UsualLine(socket), options.longestReply);
    const fail = (error: Error) => {
      forget();
      socket.destroy();
      reject(error);
    };
    const forget = patience(what, options, fail);
    const frames = new FrameJoiner(options.longestReply);
    socket.on('data', (chunk: Buffer) => {
      for (const frame of frames.push(chunk)) pipeline.pushed(frame);
    });
    let broken: Error | undefined;
    socket.on('error', (cause) => {
      broken = cause;
      fail(new ConnectionError(`can't connect to ${name}: ${cause.message}`, { cause }));
    });
    socket.once('connect', () => {
      forget();
      socket.unref();
      resolve(pipeline);
    });
    socket.once('end', () => {
      // What is left of a reply tells where it broke off.
      pipeline.pushed(frames.rest);
      pipeline.lost();
    });
    socket.once('close', () => pipeline.lost(broken));
  });
}

/** Collects chunks until a frame is whole, and joins them then. */
class FrameJoiner {
  readonly #longest: number;
  #chunks: Buffer[] = [];
  #have = 0;
  /** Where the first frame ends; Infinity while its length is unknown. */
  #end = Number.POSITIVE_INFINITY;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** What has come of a frame that is not whole. */
  get rest(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  *push(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#have += chunk.length;
    if (this.#end > this.#have && this.#have < LENGTH_BYTES) return;
    if (this.#end === Number.POSITIVE_INFINITY) this.#end = this.#frameEnd(this.rest);
    while (this.#end <= this.#have) {
      const joined = this.rest;
      yield joined.subarray(0, this.#end);
      const left = joined.subarray(this.#end);
      this.#chunks = left.length === 0 ? [] : [left];
      this.#have = left.length;
      this.#end = this.#frameEnd(left);
    }
  }

  /** A length that can't be is not waited for. */
  #frameEnd(bytes: Buffer): number {
    if (bytes.length < LENGTH_BYTES) return Number.POSITIVE_INFINITY;
    const length = bytes.readUInt32LE(0);
    const isError = length >= ERROR_BIT;
    const body = isError ? length - ERROR_BIT : length;
    return LENGTH_BYTES + (body > (isError ? LONGEST_ERROR_BODY : this.#longest) ? 0 : body);
  }
}

class UsualLine implements Line {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get idle(): boolean {
    return this.#socket.writableLength === 0;
  }

  send(parts: FrameParts, sent: () => void): void {
    this.#socket.write(Buffer.concat(parts), sent);
  }

  hold(): void {
    this.#socket.ref();
  }

  release(): void {
    this.#socket.unref();
  }

  abandon(): void {
    if (this.#socket.remoteAddress === undefined) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  end(): Promise<void> {
    return closedSocket(this.#socket);
  }
}
