import {
  CancelledError,
  ConnectionError,
  type EngineReplyError,
  type IpcTaxError,
  OptionError,
  ProtocolError,
} from '../errors';
import { ErrorCode, type Expected, type FrameParts, ReplyReceiver, type ReplyTaker } from '../wire';
import type { Child } from './child';
import type { Connection, RequestOptions } from './connection';
import { checkSignal, checkTimeout, patience } from './patience';

/** The bytes' own way: a socket, or a child's two pipes. */
export interface Line {
  /** Whether everything handed over before has left this process. */
  readonly idle: boolean;
  /** Hands a frame over; `sent` is called once, later, when it has left. */
  send(parts: FrameParts, sent: () => void): void;
  /** Keeps the Node process alive: a reply is waited for. */
  hold(): void;
  /** Lets the Node process end. */
  release(): void;
  /** Closes at once; the peer is to notice that its work is not wanted any more. */
  abandon(): void;
  /** Closes in order, and resolves when closed. */
  end(): Promise<void>;
}

/** A request between its call and its reply. */
interface Waiting extends Expected {
  parts: FrameParts;
  resolve(body: Uint8Array): void;
  reject(error: Error): void;
  /** Ends timer and listener. */
  forget(): void;
}

const nothing = () => {};

/**
 * Requests in a row over one line: sends each as soon as the line is idle, matches replies to requests in
 * order, and gives up as `Connection` says.
 */
export class Pipeline implements Connection, ReplyTaker {
  readonly receiver: ReplyReceiver;
  readonly child: Child | null;
  readonly lastTiming = null;
  failure: Error | null = null;
  lostByPeer = false;
  readonly #line: Line;
  readonly #unsent: Waiting[] = [];
  readonly #sent: Waiting[] = [];
  readonly #flush = () => {
    while (this.#unsent.length > 0 && this.#line.idle) {
      const next = this.#unsent.shift()!;
      this.#sent.push(next);
      this.#line.send(next.parts, this.#flush);
    }
  };

  constructor(line: Line, longestReply: number, child: Child | null = null) {
    this.#line = line;
    this.child = child;
    this.receiver = new ReplyReceiver(this, longestReply);
  }

  request(parts: FrameParts, options: RequestOptions): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      checkRequest(options);
      if (this.failure !== null) throw this.failure;
      const { what, bytes, into } = options;
      checkSignal(what, options.signal);
      const waiting: Waiting = { what, bytes, into, parts, resolve, reject, forget: nothing };
      waiting.forget = patience(what, options, (error) => this.#withdraw(waiting, error));
      if (this.#unsent.length + this.#sent.length === 0) this.#line.hold();
      this.#unsent.push(waiting);
      this.#flush();
    });
  }

  cancel(cause: unknown): void {
    const sent = this.#sent.length > 0;
    for (const waiting of this.#takeAll()) {
      waiting.reject(new CancelledError(waiting.what, { cause }));
    }
    if (sent)
      this.#giveUp(
        new ConnectionError('the connection was closed because its requests were cancelled', { cause }),
      );
  }

  async close(): Promise<void> {
    if (this.failure === null) this.#failAll(new ConnectionError('the connection is closed'));
    await this.#line.end();
  }

  /** The line says that the peer ended the connection, in order or with an error. */
  lost(cause?: Error): void {
    if (this.failure !== null) return;
    const how =
      cause === undefined ? 'the engine closed the connection' : `the connection broke (${cause.message})`;
    this.#giveUp(new ConnectionError(`${how} ${this.#where()}`, { cause }), true);
  }

  /** The engine's process ended: like `lost`, with the error that tells how; where is its cause. */
  ended(error: (cause: Error) => Error): void {
    if (this.failure !== null) return;
    this.#giveUp(error(new Error(`it ended ${this.#where()}`)), true);
  }

  /** The line's bytes arrived in the receiver's space. */
  received(bytes: number): void {
    this.#guarded(() => this.receiver.received(bytes));
  }

  /** The line's bytes arrived elsewhere. */
  pushed(bytes: Uint8Array): void {
    this.#guarded(() => this.receiver.push(bytes));
  }

  expected(): Expected | null {
    return this.#sent[0] ?? null;
  }

  reply(body: Uint8Array): void {
    this.#answered()?.resolve(body);
  }

  refused(error: EngineReplyError): void {
    const first = this.#answered();
    first?.reject(error);
    // Busy comes unasked and ends the connection: whoever asks next must hear it.
    if (first === undefined || error.wireCode === ErrorCode.busy) this.#giveUp(error, true);
  }

  /** Where in the conversation this is. */
  #where(): string {
    const first = this.#sent[0];
    const { inside } = this.receiver;
    if (inside !== null)
      return `inside ${first === undefined ? 'a frame' : `the reply to ${first.what}`}: ${inside}`;
    return first === undefined ? 'between two frames' : `before it answered ${first.what}`;
  }

  #answered(): Waiting | undefined {
    const first = this.#sent.shift();
    first?.forget();
    if (this.#sent.length + this.#unsent.length === 0) this.#line.release();
    return first;
  }

  #guarded(take: () => void): void {
    // Bytes that come after the connection failed belong to requests that were given up.
    if (this.failure !== null) return;
    try {
      take();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#giveUp(error, true);
    }
  }

  #withdraw(waiting: Waiting, error: IpcTaxError): void {
    const at = this.#unsent.indexOf(waiting);
    waiting.forget();
    waiting.reject(error);
    if (at >= 0) {
      this.#unsent.splice(at, 1);
      if (this.#sent.length + this.#unsent.length === 0) this.#line.release();
      return;
    }
    this.#sent.splice(this.#sent.indexOf(waiting), 1);
    this.#giveUp(new ConnectionError(`the connection was closed: ${error.message}`, { cause: error }));
  }

  #giveUp(error: Error, byPeer = false): void {
    if (this.failure !== null) return;
    this.lostByPeer = byPeer;
    this.#failAll(error);
    this.#line.abandon();
  }

  #failAll(error: Error): void {
    this.failure = error;
    for (const waiting of this.#takeAll()) waiting.reject(error);
  }

  #takeAll(): Waiting[] {
    const all = [...this.#sent.splice(0), ...this.#unsent.splice(0)];
    for (const waiting of all) waiting.forget();
    if (all.length > 0) this.#line.release();
    return all;
  }
}

/** @throws OptionError for a timeout or a place that can't work. */
export function checkRequest({ timeout, bytes, into }: RequestOptions): void {
  checkTimeout(timeout);
  if (into !== undefined && (bytes === undefined || into.byteLength < bytes)) {
    throw new OptionError(
      'into',
      `${into.byteLength} bytes`,
      `room for the reply of ${bytes ?? 'unknown'} bytes`,
    );
  }
}
