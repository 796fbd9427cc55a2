import { microseconds } from '../../bench';
import type { Engine, LiveSession } from '../../engine';
import { CancelledError } from '../../errors';
import type { Windows } from '../../kernel';
import { type Books, emptyBooks } from './books';

/** What a loop's calls took, each in microseconds. */
export type Latencies = Float64Array;

/** The last microseconds before a bar is due are waited for awake: a sleep may end so late. */
const AWAKE_US = 100;
const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * Sleeps until `due` on the clock of `microseconds`. It blocks the thread, which has nothing else to do: one of
 * Node's timers is late by a millisecond, and waiting awake all the time would take a processor from the engine.
 */
function sleepUntil(due: number): void {
  const sleep = due - AWAKE_US - microseconds();
  if (sleep > 0) Atomics.wait(never, 0, 0, sleep / 1_000);
  while (microseconds() < due);
}

/**
 * A live loop: closes given to a session of an engine in time order, one call after the other, and the
 * answers kept for comparison. Only the calls themselves are timed.
 */
export class LiveLoop {
  /** The answers so far; filled up to `at`. */
  readonly books: Books;
  /** The next bar. */
  at = 0;

  private constructor(
    private readonly engine: Engine,
    private readonly session: LiveSession,
    private readonly close: Float64Array,
    private readonly signal: AbortSignal,
  ) {
    this.books = emptyBooks(close.length);
  }

  static async open(
    engine: Engine,
    windows: Windows,
    close: Float64Array,
    signal: AbortSignal,
  ): Promise<LiveLoop> {
    return new LiveLoop(engine, await engine.openLive(windows, { signal }), close, signal);
  }

  /** Closed loop: the next bar is sent when the answer to the one before is there. */
  async closed(count: number): Promise<Latencies> {
    const latencies = new Float64Array(count);
    for (let i = 0; i < count; i++) latencies[i] = await this.#call(1);
    return latencies;
  }

  /**
   * Paced: bar k is meant to be sent at k / `perSecond` seconds, whether or not the answers keep up, and
   * its latency counts from then. A closed loop sends late after a slow answer, and so leaves out what
   * the bars behind it would have waited.
   */
  async paced(count: number, perSecond: number): Promise<Latencies> {
    const latencies = new Float64Array(count);
    const begin = microseconds();
    for (let i = 0; i < count; i++) {
      const due = begin + (i * 1e6) / perSecond;
      sleepUntil(due);
      await this.#call(1);
      latencies[i] = microseconds() - due;
    }
    return latencies;
  }

  /** Closed loop with up to `batch` closes a call; one latency a call. */
  async batched(count: number, batch: number): Promise<Latencies> {
    const latencies = new Float64Array(Math.ceil(count / batch));
    for (let i = 0; i < latencies.length; i++) {
      latencies[i] = await this.#call(Math.min(batch, count - i * batch));
    }
    return latencies;
  }

  async #call(closes: number): Promise<number> {
    if (this.signal.aborted) throw new CancelledError('the live loop', { cause: this.signal.reason });
    const { at, books } = this;
    const given = this.close.subarray(at, at + closes);
    const begin = microseconds();
    const { side, trades, pnl } = await this.engine.tick(this.session, given);
    const us = microseconds() - begin;
    books.side.set(side, at);
    books.trades.set(trades, at);
    books.pnl.set(pnl, at);
    this.at += closes;
    return us;
  }
}
