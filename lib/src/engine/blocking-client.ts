import { OptionError } from '../errors';
import type { SweepResult, Tick, Windows } from '../kernel';
import { checkFloats } from '../kernel/floats';
import type { BlockingConnection, ExchangeOptions } from '../transport';
import { isSharing } from '../transport/blocking';
import {
  closeLiveRequest,
  dropRequest,
  type EngineInfo,
  type FrameParts,
  infoRequest,
  openLiveRequest,
  readEchoReply,
  readEmptyReply,
  readIdReply,
  readInfoReply,
  readSweepReply,
  readTickReply,
  readTimingReply,
  sweepLoadedRequest,
  sweepReplyLength,
  sweepRequest,
  type Ticks,
  type Timing,
  tickReplyLength,
  tickRequest,
  timingRequest,
} from '../wire';
import { BarExchange } from './bar-exchange';
import { BLOCKING_ECHO, type BlockingCallOptions, checkedBlockingCall, NO_OPTIONS } from './call-options';
import { FloatsRequest } from './floats-request';
import { checkCombos, checkHeld, LiveSession, LoadedSeries } from './held';
import { LastBytes } from './last-bytes';

/** Options of the blocking `echo`. */
export interface BlockingEchoOptions extends BlockingCallOptions {
  /** Where the answer is put, as in `EchoOptions`. */
  into?: Float64Array | undefined;
}

/**
 * The calls of an engine, each waiting in place: no promise and no event loop, so the least a call can cost. While one
 * waits nothing else happens in this thread: no timer, no signal, no interrupt of a cell. `timeout` ends it, and so
 * does the end of the engine.
 *
 * One connection, its own. After it was lost, or given up by a timeout, every call is a ConnectionError that says why;
 * get another client. Calls throw what those of `EngineClient` reject with, but for CancelledError; that the engine ended
 * is a ConnectionError, since how it ended is known only to the event loop.
 */
export class BlockingClient {
  readonly #connection: BlockingConnection;
  readonly #onClose: () => void;
  readonly #bar: BarExchange;
  readonly #floats = new FloatsRequest();
  readonly #into = new LastBytes();

  /** @internal */
  constructor(connection: BlockingConnection, onClose: () => void = () => {}) {
    this.#connection = connection;
    this.#onClose = onClose;
    this.#bar = new BarExchange(connection);
  }

  /**
   * Memory for `count` floats that the engine sees too: a call whose floats lie in it is sent without them, in the same
   * time whatever their number, and an echo of them is the same memory again. A series loaded from it is swept where
   * it lies: it must not change before it is dropped.
   * @throws OptionError over a transport that shares no memory; ConnectionError when there is too little.
   */
  allocate(count: number): Float64Array {
    const connection = this.#connection;
    if (!isSharing(connection)) {
      throw new OptionError('transport', 'one without shared memory', 'shared-memory, for allocate');
    }
    return connection.allocate(count);
  }

  /** Sends floats and gets them back, bit for bit. */
  echo(floats: Float64Array, options: BlockingEchoOptions = NO_OPTIONS): Float64Array {
    checkFloats('floats', floats);
    const { timeout } = checkedBlockingCall(options, BLOCKING_ECHO);
    const { into } = options;
    if (into !== undefined) {
      checkFloats('into', into);
      if (into.length < floats.length)
        throw new OptionError('into', into.length, `room for ${floats.length} floats`);
    }
    const { length } = floats;
    const parts = this.#floats.parts('echo', length, 0, floats);
    const place = into && this.#into.of(into);
    const body = this.#exchange(parts, { what: 'echo', bytes: length * 8, into: place, timeout });
    // Memory that both sides share comes back as it was given.
    if (body === parts[1]) return floats;
    if (into === undefined) return readEchoReply(body, length);
    return into.length === length ? into : into.subarray(0, length);
  }

  /** Gives the engine a series to keep for this connection. */
  load(close: Float64Array, options: BlockingCallOptions = NO_OPTIONS): LoadedSeries {
    checkFloats('close', close);
    const { timeout } = checkedBlockingCall(options);
    const body = this.#exchange(this.#floats.parts('load', close.length, 0, close), {
      what: 'load',
      bytes: 4,
      timeout,
    });
    return new LoadedSeries(readIdReply(body, 'load'), this.#connection, close.length);
  }

  /** Sweeps a series that is sent along. One row a combo, in their order. */
  sweep(
    close: Float64Array,
    combos: readonly Windows[],
    options: BlockingCallOptions = NO_OPTIONS,
  ): SweepResult {
    checkFloats('close', close);
    checkCombos(combos);
    const { timeout } = checkedBlockingCall(options);
    const bytes = sweepReplyLength(combos.length);
    const body = this.#exchange(sweepRequest(close, combos), { what: 'sweep', bytes, timeout });
    return readSweepReply(body, combos.length);
  }

  /** Sweeps a series loaded before: only 48 bytes a combo are sent. */
  sweepLoaded(
    series: LoadedSeries,
    combos: readonly Windows[],
    options: BlockingCallOptions = NO_OPTIONS,
  ): SweepResult {
    checkHeld('series', series);
    checkCombos(combos);
    const { timeout } = checkedBlockingCall(options);
    series.expectOn(this.#connection);
    const bytes = sweepReplyLength(combos.length);
    const request = sweepLoadedRequest(series.id, combos);
    const body = this.#exchange(request, { what: 'sweep of a loaded series', bytes, timeout });
    return readSweepReply(body, combos.length);
  }

  /** Lets the engine forget a series. */
  drop(series: LoadedSeries, options: BlockingCallOptions = NO_OPTIONS): void {
    checkHeld('series', series);
    const { timeout } = checkedBlockingCall(options);
    series.expectOn(this.#connection);
    const body = this.#exchange(dropRequest(series.id), { what: 'drop', bytes: 0, timeout });
    readEmptyReply(body, 'drop');
    series.given('dropped');
  }

  /** Opens a session that takes closes as they come. */
  openLive(windows: Windows, options: BlockingCallOptions = NO_OPTIONS): LiveSession {
    const { timeout } = checkedBlockingCall(options);
    const body = this.#exchange(openLiveRequest(windows), { what: 'open live', bytes: 4, timeout });
    return new LiveSession(readIdReply(body, 'open live'), this.#connection, windows);
  }

  /** Gives closes to a session; its state after each of them. */
  tick(session: LiveSession, closes: Float64Array, options: BlockingCallOptions = NO_OPTIONS): Ticks {
    checkHeld('session', session);
    checkFloats('closes', closes);
    const { timeout } = checkedBlockingCall(options);
    session.expectOn(this.#connection);
    const bytes = tickReplyLength(closes.length);
    const body = this.#exchange(tickRequest(session.id, closes), { what: 'tick', bytes, timeout });
    return readTickReply(body, closes.length);
  }

  /**
   * Gives one close to a session, for the loop over bars: makes no object. The result is this client's own and holds
   * the state until the next call of `tickBar`.
   */
  tickBar(session: LiveSession, close: number, options: BlockingCallOptions = NO_OPTIONS): Readonly<Tick> {
    checkHeld('session', session);
    session.expectOn(this.#connection);
    if (typeof close !== 'number') throw new OptionError('close', close, 'a closing price');
    const timeout = options === NO_OPTIONS ? undefined : checkedBlockingCall(options).timeout;
    return this.#bar.tick(session.id, close, timeout);
  }

  /** Lets the engine forget a session. */
  closeLive(session: LiveSession, options: BlockingCallOptions = NO_OPTIONS): void {
    checkHeld('session', session);
    const { timeout } = checkedBlockingCall(options);
    session.expectOn(this.#connection);
    const body = this.#exchange(closeLiveRequest(session.id), { what: 'close live', bytes: 0, timeout });
    readEmptyReply(body, 'close live');
    session.given('closed');
  }

  /** What the engine is, and its limits. */
  info(options: BlockingCallOptions = NO_OPTIONS): EngineInfo {
    return readInfoReply(this.#exchange(infoRequest(), { what: 'info', ...checkedBlockingCall(options) }));
  }

  /** The engine's own times of this connection's call before, whatever it was. */
  timing(options: BlockingCallOptions = NO_OPTIONS): Timing {
    const { timeout } = checkedBlockingCall(options);
    return readTimingReply(this.#exchange(timingRequest(), { what: 'timing', bytes: 40, timeout }));
  }

  /** Closes the connection. May be called twice. */
  async close(): Promise<void> {
    this.#onClose();
    this.#floats.forget();
    this.#into.forget();
    await this.#connection.close();
  }

  #exchange(parts: FrameParts, options: ExchangeOptions): Uint8Array {
    return this.#connection.exchange(parts, options);
  }
}
