import { OptionError, TimeoutError } from '../errors';
import type { FrameParts } from '../wire';
import { LENGTH_BYTES } from '../wire/layout';
import type { BlockingConnection, ExchangeOptions } from './connection';
import { BY_LOOP, copyFrame } from './copied-frame';
import { checkRequest, type Line, lengthOf, Pipeline } from './pipeline';

/** A way for bytes on which the calling thread waits. Errors are those of the system. */
export interface WaitingLine extends Line {
  /**
   * Sends a frame without its first `from` bytes, and returns how many have left in all: fewer when something
   * came to be received first.
   * @param timeout Milliseconds; then it throws `timedOut`.
   */
  sendNow(parts: FrameParts, from: number, timeout: number | undefined): number;
  /**
   * Receives what is there, after waiting for it; 0 at the end of the stream.
   * @param timeout Milliseconds; then it throws `timedOut`.
   */
  receiveNow(room: Uint8Array, timeout: number | undefined): number;
  /** Where the line can send a short frame and receive what comes in one go. */
  readonly turns?: Turns;
}

/** Short exchanges in one go. */
export interface Turns {
  /** Where the frame to send is put; only shorter ones are sent so. */
  readonly request: Uint8Array;
  /** Where what comes is put. */
  readonly reply: Uint8Array;
  /**
   * Sends the first `bytes` bytes of `request` and receives what comes then, after waiting for it: how many bytes, 0 at
   * the end of the stream; or, when not all could be sent at once, -1 less those that were, and nothing is received.
   * @param timeout Milliseconds; then it throws `timedOut`.
   */
  turn(bytes: number, timeout: number | undefined): number;
}

/** What a line throws when the time is over. */
export const timedOut = new Error('the time is over');

/** Requests in a row, and ones that are waited for in place, over one line. */
export class InPlacePipeline extends Pipeline implements BlockingConnection {
  readonly #line: WaitingLine;
  readonly #longestReply: number;

  constructor(line: WaitingLine, longestReply: number) {
    super(line, longestReply);
    this.#line = line;
    this.#longestReply = longestReply;
  }

  exchange(parts: FrameParts, options: ExchangeOptions): Uint8Array {
    const { what, bytes, into, timeout } = options;
    if (timeout !== undefined || into !== undefined) checkRequest(options);
    if (this.failure !== null) throw this.failure;
    if (this.busy) {
      throw new OptionError(what, 'a request that is under way', 'none: await it before waiting in place');
    }
    const { turns } = this.#line;
    const end = timeout === undefined ? undefined : performance.now() + timeout;
    if (turns === undefined || bytes === undefined || !this.#isShort(turns, parts, bytes)) {
      return this.#inSteps(parts, options, end, () => 0);
    }
    let came: number;
    try {
      came = turns.turn(copyFrame(parts, turns.request), timeout);
    } catch (error) {
      return this.#inSteps(parts, options, end, () => {
        throw error;
      });
    }
    if (came === LENGTH_BYTES + bytes && isBodyOf(turns.reply, bytes)) {
      return copiedBody(turns.reply, bytes, into);
    }
    // Anything else is taken apart as it is where frames are long.
    return this.#inSteps(parts, options, end, () => this.#turned(turns, parts, came));
  }

  #isShort({ request, reply }: Turns, parts: FrameParts, bytes: number): boolean {
    if (LENGTH_BYTES + bytes > reply.length || bytes > this.#longestReply) return false;
    return lengthOf(parts) <= request.length;
  }

  /** Takes in what came in a turn. How many bytes of the request have left. */
  #turned({ reply }: Turns, parts: FrameParts, came: number): number {
    if (came < 0) return -1 - came;
    if (came === 0) this.lost();
    for (let at = 0; at < came && this.failure === null; ) {
      const space = this.receiver.space();
      const count = Math.min(space.length, came - at);
      space.set(reply.subarray(at, at + count));
      this.received(count);
      at += count;
    }
    return lengthOf(parts);
  }

  /** Sends and receives by turns; `begin` first, which gives how many bytes of the request have left. */
  #inSteps(
    parts: FrameParts,
    options: ExchangeOptions,
    end: number | undefined,
    begin: () => number,
  ): Uint8Array {
    const { what, timeout } = options;
    const left = () => (end === undefined ? undefined : Math.max(0, end - performance.now()));
    const length = lengthOf(parts);
    let sent = -1;
    return this.inPlace(parts, options, () => {
      try {
        if (sent < 0) {
          sent = begin();
          return;
        }
        if (sent < length) {
          sent = this.#line.sendNow(parts, sent, left());
          if (sent === length) return;
        }
        const bytes = this.#line.receiveNow(this.receiver.space(), left());
        if (bytes === 0) this.lost();
        else this.received(bytes);
      } catch (error) {
        if (error === timedOut) throw new TimeoutError(what, timeout!);
        this.lost(error as Error);
      }
    });
  }
}

/** Whether a frame's body has so many bytes, and is no error. */
function isBodyOf(frame: Uint8Array, bytes: number): boolean {
  return (frame[0]! | (frame[1]! << 8) | (frame[2]! << 16) | (frame[3]! << 24)) >>> 0 === bytes;
}

/** The body of a frame, in `into` or in memory of its own. */
function copiedBody(frame: Uint8Array, bytes: number, into: Uint8Array | undefined): Uint8Array {
  if (into === undefined) return frame.slice(LENGTH_BYTES, LENGTH_BYTES + bytes);
  if (bytes > BY_LOOP) into.set(frame.subarray(LENGTH_BYTES, LENGTH_BYTES + bytes));
  else for (let i = 0; i < bytes; i++) into[i] = frame[LENGTH_BYTES + i]!;
  return into.length === bytes ? into : into.subarray(0, bytes);
}
