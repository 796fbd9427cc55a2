import {
  CancelledError,
  ConnectionError,
  type EngineReplyError,
  type IpcTaxError,
  OptionError,
  ProtocolError,
} from '../errors';
import {
  ErrorCode,
  type Expected,
  type FrameParts,
  LENGTH_BYTES,
  ReplyReceiver,
  type ReplyTaker,
} from '../wire';
import type { Child } from './child';
import type { Connection, RequestOptions } from './connection';
import { checkPatience, checkSignal, patience } from './patience';
import { Queue } from './queue';

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
  /** Bytes of the parts when the request was made. */
  length: number;
  /** Bytes of the frame that they stand for. */
  frameLength: number;
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
  readonly #longestBody: number;
  readonly #unsent = new Queue<Waiting>();
  readonly #sent = new Queue<Waiting>();
  readonly #flush = () => {
    while (this.#unsent.length > 0 && this.#line.idle) {
      const next = this.#unsent.shift()!;
      if (lengthOf(next.parts) !== next.length) {
        this.#takeBack(next, takenAway(next.what));
        continue;
      }
      this.#sent.push(next);
      this.#line.send(next.parts, this.#flush);
    }
  };

  constructor(line: Line, longestReply: number, child: Child | null = null) {
    this.#line = line;
    this.#longestBody = longestReply;
    this.child = child;
    this.receiver = new ReplyReceiver(this, longestReply);
  }

  /** Where `parts` are a frame translated for the line, `frameLength` has the bytes of the frame itself. */
  request(
    parts: FrameParts,
    options: RequestOptions,
    frameLength: number = lengthOf(parts),
  ): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      checkRequest(options);
      if (this.failure !== null) throw this.failure;
      const { what, bytes, into } = options;
      checkSignal(what, options.signal);
      const length = lengthOf(parts);
      const waiting: Waiting = {
        what,
        bytes,
        into,
        parts,
        length,
        frameLength,
        resolve,
        reject,
        forget: nothing,
      };
      waiting.forget = patience(what, options, (error) => this.#withdraw(waiting, error));
      if (this.#unsent.length + this.#sent.length === 0) this.#line.hold();
      this.#unsent.push(waiting);
      this.#flush();
    });
  }

  /** Whether a request waits to be sent, or for its reply. */
  get busy(): boolean {
    return this.#sent.length + this.#unsent.length > 0;
  }

  /**
   * Waits in place for the reply to a request that the line sends by itself: calls `step`, which waits for bytes and
   * brings them here, until the reply is whole. What `step` throws gives the request up, and the connection with it.
   * @throws what `request` rejects with.
   */
  inPlace(parts: FrameParts, expected: Expected, step: () => void): Uint8Array {
    if (this.failure !== null) throw this.failure;
    const { what, bytes, into } = expected;
    let body: Uint8Array | undefined;
    let error: Error | undefined;
    const waiting: Waiting = {
      what,
      bytes,
      into,
      parts,
      length: lengthOf(parts),
      frameLength: lengthOf(parts),
      resolve: (whole) => {
        body = whole;
      },
      reject: (failed) => {
        error = failed;
      },
      forget: nothing,
    };
    this.#sent.push(waiting);
    while (body === undefined && error === undefined) {
      try {
        step();
      } catch (failed) {
        this.#withdraw(waiting, failed as IpcTaxError);
      }
    }
    if (error !== undefined) throw error;
    return body!;
  }

  /** Ends the connection for what the peer did. */
  fail(error: Error): void {
    this.#giveUp(error, true);
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

  /** A message arrived, which is to be one whole frame. */
  message(bytes: Uint8Array): void {
    this.#guarded(() => this.receiver.message(bytes));
  }

  expected(): Expected | null {
    return this.#sent.first() ?? null;
  }

  reply(body: Uint8Array): void {
    const first = this.#answered();
    if (first !== undefined && isTakenAway(first)) first.reject(takenAway(first.what));
    else first?.resolve(body);
  }

  refused(error: EngineReplyError): void {
    const first = this.#answered();
    first?.reject(error);
    // Busy comes unasked and ends the connection: whoever asks next must hear it. So does a frame over the limit.
    const ends = first === undefined || error.wireCode === ErrorCode.busy || this.#isOverLimit(first, error);
    if (ends) this.#giveUp(error, true);
  }

  /** Where in the conversation this is. */
  #where(): string {
    const first = this.#sent.first();
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

  /** Whether a whole frame was refused, as longer than the longest: the same either way. */
  #isOverLimit(request: Waiting, error: EngineReplyError): boolean {
    return error.wireCode === ErrorCode.tooLarge && request.frameLength - LENGTH_BYTES > this.#longestBody;
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
    if (this.#unsent.remove(waiting)) {
      this.#takeBack(waiting, error);
      return;
    }
    waiting.forget();
    waiting.reject(error);
    this.#sent.remove(waiting);
    this.#giveUp(new ConnectionError(`the connection was closed: ${error.message}`, { cause: error }));
  }

  /** Rejects a request that was not sent and waits no more. */
  #takeBack(waiting: Waiting, error: Error): void {
    waiting.forget();
    waiting.reject(error);
    if (this.#sent.length + this.#unsent.length === 0) this.#line.release();
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
    const all = [...this.#sent.takeAll(), ...this.#unsent.takeAll()];
    for (const waiting of all) waiting.forget();
    if (all.length > 0) this.#line.release();
    return all;
  }
}

/** @throws OptionError for a timeout or a place that can't work. */
export function checkRequest(options: RequestOptions): void {
  checkPatience(options);
  const { bytes, into } = options;
  if (into !== undefined && (bytes === undefined || into.byteLength < bytes)) {
    throw new OptionError(
      'into',
      `${into.byteLength} bytes`,
      `room for the reply of ${bytes ?? 'unknown'} bytes`,
    );
  }
}

/** Bytes of all parts. */
export function lengthOf(parts: FrameParts): number {
  let bytes = 0;
  for (let k = 0; k < parts.length; k++) bytes += parts[k]!.length;
  return bytes;
}

/** Whether the memory that a reply was to be put into is gone: transferred to another thread, or shrunk. */
export function isTakenAway({ into, bytes = 0 }: Expected): boolean {
  return into !== undefined && into.byteLength < bytes;
}

/** An array of the caller's changed its length under a call: half a frame would make nonsense of all that follow. */
export function takenAway(what: string): OptionError {
  return new OptionError(
    what,
    'an array that was transferred or resized',
    'one that stays as it is until the call settles',
  );
}
