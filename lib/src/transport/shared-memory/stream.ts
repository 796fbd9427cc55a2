import { Socket } from 'node:net';
import type { FrameParts } from '../../wire';
import { type NativeMemory, Waited, type WaitMode, waitModes } from './addon';
import { AT_THE_DOORBELL, AWAKE, replyRing, requestRing } from './layout';
import { RingReader, RingWriter, type Shared } from './ring';

/** Bytes that are published at once: the other side copies them out while the next are copied in. */
const PIECE = 64 * 1024;

/** Milliseconds that are spun at a stretch; a longer spin holds the processor that the other side may need. */
const SPIN = 0.05;
/** The most waits in a row that a full spin is not tried again. */
const LONGEST_PAUSE = 256;
/** Milliseconds that a side spins which was told to, letting others run in between. */
const LONG_SPIN = 10;
/** Looks between two looks at the clock, and in a short spin: a few microseconds. */
const LOOKS = 1000;

/** Who wants what comes. */
export interface StreamTaker {
  /** Where the next bytes are to be put; not empty. */
  space(): Uint8Array;
  /** So many bytes are there. */
  received(bytes: number): void;
  /** The other side ended, after all it had written was received. */
  ended(cause?: Error): void;
  /** The other side wrote what can't be. */
  broken(error: Error): void;
}

const nothing = () => {};

/**
 * Bytes both ways in shared memory, for one side of a connection: by the event loop, which the other side rings the
 * doorbell for, or waiting in place.
 */
export class SharedStream {
  readonly native: NativeMemory;
  readonly #mode: WaitMode;
  readonly #taker: StreamTaker;
  readonly #words: Int32Array;
  readonly #writer: RingWriter;
  readonly #reader: RingReader;
  readonly #bell: Socket;
  readonly #look = () => this.#poll();
  /** What is being sent, as far as it was copied: the part, the byte of it; null when all was. */
  #sending: FrameParts | null = null;
  #part = 0;
  #at = 0;
  #sent: () => void = nothing;
  /** Whether the other side rings when something comes. */
  #armed = false;
  #polling = false;
  #pollUntil = 0;
  /** Waits for which a short spin has to do, and how many that were the last time. */
  #shortSpins = 0;
  #pause = 0;
  #paused = false;
  #closed = false;

  /** `listens`: the side of the listener, which reads requests. */
  constructor(native: NativeMemory, mode: WaitMode, taker: StreamTaker, listens = false) {
    this.native = native;
    this.#mode = mode;
    this.#taker = taker;
    const memory = native.memory();
    const words = new Int32Array(memory, 0, 1024);
    const shared: Shared = {
      words,
      bytes: new Uint8Array(memory),
      wake: (sleeps, word) => {
        if (this.#closed) return;
        // A bell is rung once for each sleep; whoever sleeps on the futex takes its word back by itself.
        const how = Atomics.compareExchange(words, sleeps, AT_THE_DOORBELL, AWAKE);
        if (how === AT_THE_DOORBELL) native.ring();
        else if (how !== AWAKE) native.wake(word);
      },
    };
    this.#words = words;
    const [requests, replies] = [requestRing(native.ringBytes), replyRing(native.ringBytes)];
    this.#reader = new RingReader(shared, listens ? requests : replies);
    this.#writer = new RingWriter(shared, listens ? replies : requests, this.#reader);
    this.#bell = new Socket({ fd: native.doorbell(), readable: true, writable: true });
    this.#bell.unref();
    let broken: Error | undefined;
    this.#bell.on('data', () => this.#rung());
    this.#bell.on('error', (cause) => {
      broken = cause;
    });
    this.#bell.once('end', () => this.#ended());
    this.#bell.once('close', () => this.#ended(broken));
  }

  /** From now on takes in what comes by itself. A side that only answers to what it asked need not. */
  listen(): void {
    this.#arm();
  }

  /** Whether all that was sent is in the ring. */
  get idle(): boolean {
    return this.#sending === null;
  }

  /** Sends by the event loop; `sent` is called once all is in the ring. */
  send(parts: FrameParts, sent: () => void): void {
    const { spins } = this;
    if (spins) this.#disarm();
    if (this.sendNow(parts, sent)) queueMicrotask(sent);
    if (spins) this.#beginPolling();
    else if (this.#sending !== null || !this.#armed) this.#arm();
  }

  /** Sends what there is room for; whether that was all. The rest goes when there is room. */
  sendNow(parts: FrameParts, sent: () => void = nothing): boolean {
    this.#sending = parts;
    this.#part = 0;
    this.#at = 0;
    this.#sent = sent;
    return this.#goOnSending();
  }

  /** The calling thread will wait in place: takes in what came meanwhile, and wants no bell until it is back. */
  attend(): void {
    this.#disarm();
    this.#lookSoon();
    if (this.#reader.spin(1)) this.#drain();
  }

  /**
   * Waits in place until something comes or goes, and takes it in.
   * @param timeout Milliseconds, or undefined for no end.
   * @returns false when the time is over.
   */
  step(timeout: number | undefined): boolean {
    let waited: number = Waited.moved;
    const mode = waitModes[this.#mode === 'doorbell' ? 'doorbell' : 'futex'];
    const { native } = this;
    if (this.#sending !== null) {
      if (this.#goOnSending()) return true;
      if (!this.#reader.spin(1)) {
        const { head, writerSleeps } = this.#writer.layout;
        waited = native.wait(head, this.#writer.fullHead, writerSleeps, mode, timeout);
        // A side that is about to end may have said why.
        if (waited === Waited.moved) return true;
      }
    } else if (!this.comes()) {
      const { tail, readerSleeps } = this.#reader.layout;
      waited = native.wait(tail, this.#reader.emptyTail, readerSleeps, mode, timeout);
    }
    this.#drain();
    if (waited === Waited.ended) this.#ended();
    return waited !== Waited.timedOut;
  }

  /**
   * Whether something comes while it is spun for it. Where a full spin brings nothing, the other side may need this very
   * processor: then a short one has to do for a while, longer each time it happens again.
   */
  comes(): boolean {
    const reader = this.#reader;
    if (!this.spins) return reader.spin(1);
    if (this.#mode === 'spin') return this.#spinLong();
    if (reader.spin(LOOKS) || (this.#shortSpins === 0 && this.#spin())) {
      this.#shortSpins = 0;
      this.#pause = 0;
      return true;
    }
    if (this.#shortSpins > 0) this.#shortSpins--;
    else {
      this.#pause = Math.min(Math.max(1, this.#pause * 2), LONGEST_PAUSE);
      this.#shortSpins = this.#pause;
    }
    return false;
  }

  /**
   * A whole frame with a body of `bytes` bytes, if that is what is there: its body, in `into` or in memory of its own. Else
   * null, and all is left as it is.
   */
  take(bytes: number, into: Uint8Array | undefined): Uint8Array | null {
    const reader = this.#reader;
    if (reader.available() < 4 + bytes || reader.peekUint32() !== bytes) return null;
    let body: Uint8Array;
    if (into === undefined) {
      body = bytes <= 4096 ? new Uint8Array(bytes) : new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);
    } else {
      body = into.length === bytes ? into : into.subarray(0, bytes);
    }
    reader.copy(body, 4);
    reader.release(4 + bytes);
    return body;
  }

  /** Keeps the Node process alive. */
  hold(): void {
    this.#bell.ref();
  }

  /** Lets the Node process end. */
  release(): void {
    this.#bell.unref();
  }

  /** Takes nothing more. */
  pause(): void {
    this.#paused = true;
  }

  /** Ends the connection; the other side notices at once. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#sending = null;
    this.native.close();
    this.#bell.destroy();
  }

  /** Ends the connection, and resolves when that is done. */
  closed(): Promise<void> {
    const bell = this.#bell;
    return new Promise((resolve) => {
      if (bell.closed) return resolve();
      bell.ref();
      bell.once('close', () => resolve());
      this.close();
    });
  }

  get spins(): boolean {
    return this.#mode === 'spin' || this.#mode === 'spinThenFutex';
  }

  #spin(): boolean {
    if (this.#reader.spin(LOOKS)) return true;
    const begin = performance.now();
    do {
      if (this.#reader.spin(LOOKS)) return true;
    } while (performance.now() - begin < SPIN);
    return false;
  }

  /** Spins as it was told to, and lets others run now and then: one of them may be the other side. */
  #spinLong(): boolean {
    if (this.#spin()) return true;
    const begin = performance.now();
    do {
      this.native.giveWay();
      if (this.#spin()) return true;
    } while (performance.now() - begin < LONG_SPIN);
    return false;
  }

  #goOnSending(): boolean {
    const parts = this.#sending;
    if (parts === null) return true;
    const writer = this.#writer;
    try {
      if (this.#part === 0 && this.#at === 0 && writer.copyInline(parts)) this.#part = parts.length;
      while (this.#part < parts.length) {
        const part = parts[this.#part]!;
        const copied = writer.copy(part, this.#at, PIECE);
        this.#at += copied;
        if (this.#at >= part.length) {
          this.#part++;
          this.#at = 0;
        } else if (copied === 0) {
          writer.publish();
          return false;
        }
        if (copied === PIECE) writer.publish();
      }
      writer.publish();
    } catch (error) {
      this.#taker.broken(error as Error);
      return false;
    }
    this.#sending = null;
    return true;
  }

  /** Goes on with what was not all sent, and says so when it is. */
  #sendRest(): void {
    if (this.#sending !== null && this.#goOnSending()) this.#sent();
  }

  #rung(): void {
    this.#sendRest();
    this.#armed = false;
    this.#drain();
    if (!this.#polling) this.#arm();
  }

  /** Says that the doorbell is to be rung. What came before that was seen is taken in soon, not within the call. */
  #arm(): void {
    if (this.#closed) return;
    this.#armed = true;
    Atomics.store(this.#words, this.#reader.layout.readerSleeps >> 2, AT_THE_DOORBELL);
    if (this.#sending !== null) {
      Atomics.store(this.#words, this.#writer.layout.writerSleeps >> 2, AT_THE_DOORBELL);
      this.#sendRest();
    }
    if (!this.#paused && this.#reader.spin(1)) this.#lookSoon();
  }

  #disarm(): void {
    if (!this.#armed) return;
    this.#armed = false;
    Atomics.store(this.#words, this.#reader.layout.readerSleeps >> 2, AWAKE);
  }

  #beginPolling(): void {
    // Never longer: the event loop can't let the other side have its processor in between.
    this.#pollUntil = performance.now() + SPIN;
    this.#lookSoon();
  }

  #lookSoon(): void {
    if (this.#polling) return;
    this.#polling = true;
    setImmediate(this.#look);
  }

  /** Looks for what came, again and again between the other work of the event loop; then the doorbell has to do. */
  #poll(): void {
    this.#sendRest();
    const came = this.#reader.spin(1);
    if (came) this.#drain();
    if (this.#closed) return;
    if (!came && performance.now() < this.#pollUntil) {
      setImmediate(this.#look);
      return;
    }
    this.#polling = false;
    this.#arm();
  }

  #drain(): void {
    const reader = this.#reader;
    try {
      while (!this.#closed && !this.#paused) {
        const there = reader.available();
        if (there === 0) return;
        const space = this.#taker.space();
        const count = Math.min(there, space.length, PIECE);
        reader.copy(count === space.length ? space : space.subarray(0, count));
        reader.release(count);
        this.#taker.received(count);
      }
    } catch (error) {
      this.#taker.broken(error as Error);
    }
  }

  #ended(cause?: Error): void {
    this.#drain();
    if (!this.#closed) this.#taker.ended(cause);
  }
}
