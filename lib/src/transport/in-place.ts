import { OptionError, TimeoutError } from '../errors';
import type { FrameParts } from '../wire';
import type { BlockingConnection, ExchangeOptions } from './connection';
import { checkRequest, type Line, Pipeline } from './pipeline';

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
}

/** What a line throws when the time is over. */
export const timedOut = new Error('the time is over');

/** Requests in a row, and ones that are waited for in place, over one line. */
export class InPlacePipeline extends Pipeline implements BlockingConnection {
  readonly #line: WaitingLine;

  constructor(line: WaitingLine, longestReply: number) {
    super(line, longestReply);
    this.#line = line;
  }

  exchange(parts: FrameParts, options: ExchangeOptions): Uint8Array {
    checkRequest(options);
    if (this.failure !== null) throw this.failure;
    const { what, timeout } = options;
    if (this.busy) {
      throw new OptionError(what, 'a request that is under way', 'none: await it before waiting in place');
    }
    const end = timeout === undefined ? undefined : performance.now() + timeout;
    const left = () => (end === undefined ? undefined : Math.max(0, end - performance.now()));
    let length = 0;
    for (const part of parts) length += part.byteLength;
    let sent = 0;
    return this.inPlace(parts, options, () => {
      try {
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
