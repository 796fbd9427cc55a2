import { type FrameParts, joined } from '../../wire';
import type { Line, Pipeline } from '../pipeline';
import type { Thread } from './thread';

/** Frames as messages to a worker thread, each in one piece of memory: copied by the message, or given away with it. */
export class MessageLine implements Line {
  readonly #thread: Thread;
  readonly #transfers: boolean;

  constructor(thread: Thread, transfers: boolean) {
    this.#thread = thread;
    this.#transfers = transfers;
  }

  /** The pipeline; it has this line, so it can only come last. */
  use(pipeline: Pipeline): void {
    this.#thread.onMessage((message) => {
      // Nothing at all is how a thread says that it has ended the connection.
      if (message === null) pipeline.lost();
      else pipeline.message(message as Uint8Array);
    });
  }

  readonly idle = true;

  send(parts: FrameParts, sent: () => void): void {
    // The caller's memory stays the caller's: what is given away is a copy. A message copies by itself.
    const frame = this.#transfers || parts.length > 1 ? placed(parts) : joined(parts);
    this.#thread.post(frame, this.#transfers ? [frame.buffer as ArrayBuffer] : []);
    process.nextTick(sent);
  }

  hold(): void {
    this.#thread.hold();
  }

  release(): void {
    this.#thread.release();
  }

  abandon(): void {
    void this.#thread.end();
  }

  async end(): Promise<void> {
    await this.#thread.end();
  }
}

/** Where a request's frame begins in its memory, so that its floats lie on a multiple of 8. */
const FRAME_AT = 3;

function placed(parts: FrameParts): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.byteLength;
  // Not zeroed: all of it is filled but the bytes before the frame, which nobody reads.
  const memory = new Uint8Array(Buffer.allocUnsafeSlow(FRAME_AT + length).buffer);
  const frame = memory.subarray(FRAME_AT);
  let at = 0;
  for (const part of parts) {
    frame.set(part, at);
    at += part.byteLength;
  }
  return frame;
}
