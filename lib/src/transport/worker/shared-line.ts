import { setTimeout as pause } from 'node:timers/promises';
import type { FrameParts } from '../../wire';
import { type InPlacePipeline, timedOut, type WaitingLine } from '../in-place';
import type { Ring } from './ring';
import type { Thread } from './thread';

/** Milliseconds in which the end of a thread shows after it has ended the connection. */
const ENDING_SHOWS = 200;

/** Frames through two rings in memory that a worker thread shares. */
export class SharedLine implements WaitingLine {
  readonly #thread: Thread;
  readonly #requests: Ring;
  readonly #replies: Ring;
  #pipeline!: InPlacePipeline;
  #sending = false;
  #reading = false;
  #ended = false;

  constructor(thread: Thread, requests: Ring, replies: Ring) {
    this.#thread = thread;
    this.#requests = requests;
    this.#replies = replies;
  }

  /** The pipeline; it has this line, so it can only come last. */
  use(pipeline: InPlacePipeline): void {
    this.#pipeline = pipeline;
  }

  sendNow(parts: FrameParts, from: number, timeout = Number.POSITIVE_INFINITY): number {
    const end = performance.now() + timeout;
    let sent = from;
    let begin = 0;
    for (const part of parts) {
      for (let at = Math.max(0, sent - begin); at < part.byteLength; at = sent - begin) {
        const written = this.#requests.write(at === 0 ? part : part.subarray(at));
        sent += written;
        if (written === 0 && !this.#requests.waitToWrite(end - performance.now())) throw timedOut;
      }
      begin += part.byteLength;
    }
    return sent;
  }

  receiveNow(room: Uint8Array, timeout?: number): number {
    if (!this.#replies.waitToRead(timeout)) throw timedOut;
    return this.#replies.read(room);
  }

  get idle(): boolean {
    return !this.#sending;
  }

  send(parts: FrameParts, sent: () => void): void {
    this.#sending = true;
    void this.#write(parts, sent);
    if (!this.#reading) void this.#read();
  }

  hold(): void {
    this.#thread.hold();
  }

  release(): void {
    this.#thread.release();
  }

  abandon(): void {
    this.#ended = true;
    this.#requests.end();
    void this.#thread.end();
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.#requests.end();
    await this.#thread.end();
  }

  async #write(parts: FrameParts, sent: () => void): Promise<void> {
    for (const part of parts) {
      for (let at = 0; at < part.byteLength && !this.#ended; ) {
        // The memory may be given away meanwhile; then there is nothing left of it to send.
        at += this.#requests.write(at === 0 ? part : part.subarray(at));
        if (at < part.byteLength) await this.#requests.untilWritable();
      }
    }
    process.nextTick(() => {
      this.#sending = false;
      sent();
    });
  }

  /** Reads from the first request on, for as long as the connection lasts. */
  async #read(): Promise<void> {
    this.#reading = true;
    while (!this.#ended) {
      const bytes = this.#replies.read(this.#pipeline.receiver.space());
      if (bytes > 0) this.#pipeline.received(bytes);
      else if (this.#replies.isOver) {
        // Most often the thread is about to end; how it does says more.
        await Promise.race([this.#thread.exited, pause(ENDING_SHOWS)]);
        this.#pipeline.lost();
        return;
      } else await this.#replies.untilReadable();
    }
  }
}
