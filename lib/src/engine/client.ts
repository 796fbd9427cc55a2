import { ConnectionError, OptionError } from '../errors';
import type { SweepResult, Windows } from '../kernel';
import { checkFloats } from '../kernel/floats';
import type { Connection, RequestOptions } from '../transport';
import type { EngineInfo, Ticks, Timing } from '../wire';
import {
  readEchoReply,
  readEmptyReply,
  readIdReply,
  readInfoReply,
  readSweepReply,
  readTickReply,
  readTimingReply,
  sweepReplyLength,
  tickReplyLength,
} from '../wire/reply';
import {
  closeLiveRequest,
  dropRequest,
  echoRequest,
  type FrameParts,
  infoRequest,
  loadRequest,
  openLiveRequest,
  sweepLoadedRequest,
  sweepRequest,
  tickRequest,
  timingRequest,
} from '../wire/request';
import { type CallOptions, checkedCall, ECHO, type EchoOptions } from './call-options';
import { checkCombos, checkHeld, LiveSession, LoadedSeries } from './held';
import { deafToInterrupt, hearInterrupt } from './interrupt';
import { LastBytes } from './last-bytes';
import { settledWithin } from './settled-within';

/** Where a client's connections come from. @internal */
export interface Source {
  /** Opens a connection. */
  open(options: CallOptions): Promise<Connection>;
  /**
   * Why there can be none any more after `last`: the engine ended. Null when it has not, `grace` milliseconds
   * from now.
   */
  ended(last: Connection | null, grace: number): Promise<Error | null>;
  /** Whether series and sessions outlive a call. */
  keepsState: boolean;
  /** The transport's name, for messages. */
  transport: string;
}

/**
 * The calls of an engine, over one connection at a time. Calls may be made without waiting for the ones before: they
 * are answered in order. Nothing is sent a second time: a call that fails stays failed. A call made after the
 * connection was lost, or closed by a cancelled call, opens a new one; series and sessions of the old one are gone, and using
 * them is a ConnectionError that says so.
 *
 * Arrays that are sent are not copied: they must not change before the call settles.
 * Every call may reject with EngineReplyError (the engine refused, with the protocol's code), EngineExitError (the
 * engine ended), ConnectionError, ProtocolError, TimeoutError, CancelledError (also when a notebook cell is interrupted), OptionError.
 */
export class EngineClient {
  readonly #source: Source;
  #connection: Connection | null = null;
  #opening: { connection: Promise<Connection>; abort: AbortController } | null = null;
  #closed = false;
  readonly #into = new LastBytes();
  readonly #onClose: () => void;

  /** @internal */
  constructor(source: Source, connection: Connection | null = null, onClose: () => void = () => {}) {
    this.#source = source;
    this.#connection = connection;
    this.#onClose = onClose;
    hearInterrupt(this);
  }

  /** Sends floats and gets them back, bit for bit. */
  async echo(floats: Float64Array, options: EchoOptions = {}): Promise<Float64Array> {
    checkFloats('floats', floats);
    const { signal, timeout } = checkedCall(options, ECHO);
    const { into } = options;
    const { length } = floats;
    if (into !== undefined) {
      checkFloats('into', into);
      if (into.length < length) throw new OptionError('into', into.length, `room for ${length} floats`);
    }
    const place = into && this.#into.of(into);
    const request = echoRequest(floats);
    const body = await this.#call(request, {
      what: 'echo',
      bytes: length * 8,
      into: place,
      signal,
      timeout,
    });
    if (into === undefined || body.buffer !== into.buffer) return readEchoReply(body, length);
    return into.length === length ? into : into.subarray(0, length);
  }

  /** Gives the engine a series to keep for this connection. */
  async load(close: Float64Array, options: CallOptions = {}): Promise<LoadedSeries> {
    checkFloats('close', close);
    const [connection, rest] = await this.#usable(checkedCall(options), 'load');
    const body = await this.#on(connection, loadRequest(close), { what: 'load', bytes: 4, ...rest });
    return new LoadedSeries(readIdReply(body, 'load'), connection, close.length);
  }

  /** Sweeps a series that is sent along. One row a combo, in their order. */
  async sweep(
    close: Float64Array,
    combos: readonly Windows[],
    options: CallOptions = {},
  ): Promise<SweepResult> {
    checkFloats('close', close);
    checkCombos(combos);
    const call = checkedCall(options);
    const bytes = sweepReplyLength(combos.length);
    const body = await this.#call(sweepRequest(close, combos), { what: 'sweep', bytes, ...call });
    return readSweepReply(body, combos.length);
  }

  /** Sweeps a series loaded before: only 48 bytes a combo are sent. */
  async sweepLoaded(
    series: LoadedSeries,
    combos: readonly Windows[],
    options: CallOptions = {},
  ): Promise<SweepResult> {
    checkHeld('series', series);
    checkCombos(combos);
    const call = checkedCall(options);
    series.expectOn(this.#connection);
    const bytes = sweepReplyLength(combos.length);
    const request = sweepLoadedRequest(series.id, combos);
    const body = await this.#on(this.#connection!, request, {
      what: 'sweep of a loaded series',
      bytes,
      ...call,
    });
    return readSweepReply(body, combos.length);
  }

  /** Lets the engine forget a series. */
  async drop(series: LoadedSeries, options: CallOptions = {}): Promise<void> {
    checkHeld('series', series);
    const call = checkedCall(options);
    series.expectOn(this.#connection);
    const request = dropRequest(series.id);
    const body = await this.#on(this.#connection!, request, { what: 'drop', bytes: 0, ...call });
    readEmptyReply(body, 'drop');
    series.given('dropped');
  }

  /** Opens a session that takes closes as they come. */
  async openLive(windows: Windows, options: CallOptions = {}): Promise<LiveSession> {
    const [connection, rest] = await this.#usable(checkedCall(options), 'open live');
    const body = await this.#on(connection, openLiveRequest(windows), {
      what: 'open live',
      bytes: 4,
      ...rest,
    });
    return new LiveSession(readIdReply(body, 'open live'), connection, windows);
  }

  /** Gives closes to a session; its state after each of them. */
  async tick(session: LiveSession, closes: Float64Array, options: CallOptions = {}): Promise<Ticks> {
    checkHeld('session', session);
    checkFloats('closes', closes);
    const { signal, timeout } = checkedCall(options);
    session.expectOn(this.#connection);
    const bytes = tickReplyLength(closes.length);
    const request = tickRequest(session.id, closes);
    const body = await this.#on(this.#connection!, request, { what: 'tick', bytes, signal, timeout });
    return readTickReply(body, closes.length);
  }

  /** Lets the engine forget a session. */
  async closeLive(session: LiveSession, options: CallOptions = {}): Promise<void> {
    checkHeld('session', session);
    const call = checkedCall(options);
    session.expectOn(this.#connection);
    const request = closeLiveRequest(session.id);
    const body = await this.#on(this.#connection!, request, { what: 'close live', bytes: 0, ...call });
    readEmptyReply(body, 'close live');
    session.given('closed');
  }

  /** What the engine is, and its limits. */
  async info(options: CallOptions = {}): Promise<EngineInfo> {
    return readInfoReply(await this.#call(infoRequest(), { what: 'info', ...checkedCall(options) }));
  }

  /**
   * The engine's own times of this connection's call before, whatever it was. Over `spawn` they came with the last
   * call that succeeded; before there was one it is a ConnectionError.
   */
  async timing(options: CallOptions = {}): Promise<Timing> {
    const call = checkedCall(options);
    if (!this.#source.keepsState) {
      const timing = this.#connection?.lastTiming ?? null;
      if (timing === null) {
        throw new ConnectionError(
          'no timing: no call has succeeded yet, or the program tells none on stderr',
        );
      }
      return timing;
    }
    return readTimingReply(await this.#call(timingRequest(), { what: 'timing', bytes: 40, ...call }));
  }

  /** Cancels every call under way, as an interrupt does: each rejects with CancelledError, and the connection closes. */
  cancel(cause?: unknown): void {
    this.#opening?.abort.abort(cause);
    this.#connection?.cancel(cause);
  }

  /** Closes the connection. Calls under way reject with ConnectionError. May be called twice. */
  async close(): Promise<void> {
    deafToInterrupt(this);
    this.#closed = true;
    this.#into.forget();
    this.#onClose();
    this.#opening?.abort.abort();
    await this.#opening?.connection.catch(() => {});
    await this.#connection?.close();
  }

  /** A request that needs no state: any connection will do. */
  #call(parts: FrameParts, options: RequestOptions): Promise<Uint8Array> {
    const connection = this.#connection;
    if (connection !== null && connection.failure === null) return this.#on(connection, parts, options);
    return this.#reopen(options).then(([opened, rest]) => this.#on(opened, parts, { ...options, ...rest }));
  }

  #on(connection: Connection, parts: FrameParts, options: RequestOptions): Promise<Uint8Array> {
    return connection.request(parts, options).catch((error: unknown) => this.#failed(connection, error));
  }

  async #failed(connection: Connection, error: unknown): Promise<never> {
    if (!connection.lostByPeer || !(error instanceof ConnectionError)) throw error;
    // A closed connection is often the first sign that the engine has ended; how it did says more.
    throw (await this.#source.ended(connection, ENDING_SHOWS)) ?? error;
  }

  /** A connection for something that the engine is to keep, and what is left of the call's time. */
  async #usable(options: CallOptions, what: string): Promise<[Connection, CallOptions]> {
    if (!this.#source.keepsState) {
      throw new OptionError(
        'transport',
        this.#source.transport,
        `one that keeps series and sessions, for ${what}`,
      );
    }
    const connection = this.#connection;
    if (connection !== null && connection.failure === null) return [connection, options];
    return this.#reopen({ ...options, what });
  }

  /** Opens a connection; calls that need one at the same time share it. */
  async #reopen(options: RequestOptions): Promise<[Connection, CallOptions]> {
    const { signal, timeout } = options;
    if (this.#closed) throw new ConnectionError('the client is closed');
    this.#opening ??= this.#open();
    const begin = performance.now();
    const connection = await settledWithin(options.what, this.#opening.connection, options);
    const left = timeout && Math.max(0, Math.round(timeout - (performance.now() - begin)));
    return [connection, { signal, timeout: left }];
  }

  #open(): { connection: Promise<Connection>; abort: AbortController } {
    const abort = new AbortController();
    const open = async () => {
      try {
        const ended = await this.#source.ended(this.#connection, 0);
        if (ended !== null) throw ended;
        await this.#connection?.close();
        const connection = await this.#source.open({ signal: abort.signal });
        this.#connection = connection;
        return connection;
      } finally {
        this.#opening = null;
      }
    };
    return { connection: open(), abort };
  }
}

/** Milliseconds for an engine that closed a connection to turn out to have ended. */
const ENDING_SHOWS = 300;
