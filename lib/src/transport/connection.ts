import type { Expected, FrameParts, Timing } from '../wire';
import type { Child } from './child';
import type { Patience } from './patience';

/** How one request is made. */
export interface RequestOptions extends Expected, Patience {}

/**
 * A way to one engine, carrying frames. Replies come in the order of the requests, and requests may be sent without
 * waiting for the replies before.
 *
 * A request that is cancelled, or times out, before any of it was sent is taken back. Once it was sent the protocol
 * knows only one way to give it up: the connection is closed, and every other request on it rejects with
 * ConnectionError, saying why. Nothing is sent a second time.
 */
export interface Connection {
  /**
   * Sends a frame and resolves with the body of its reply. The memory of `parts` must not change before that.
   * The body is the caller's own: with `into` it is that memory, else fresh, starting on a multiple of 8.
   * @throws EngineReplyError for an error frame, ProtocolError for bytes that are no reply, ConnectionError when the
   * connection is lost, EngineExitError when the engine ended, TimeoutError, CancelledError.
   */
  request(parts: FrameParts, options: RequestOptions): Promise<Uint8Array>;
  /** Why no request can be made any more, or null. */
  readonly failure: Error | null;
  /** Whether the other side ended it, rather than `close`, a cancelled request or a timeout. */
  readonly lostByPeer: boolean;
  /** The engine's process where it belongs to the connection, else null. */
  readonly child: Child | null;
  /** The engine's times of the last request where the transport itself brings them (spawn), else null. */
  readonly lastTiming: Timing | null;
  /** Cancels every request under way: each rejects with CancelledError. Does nothing when there is none. */
  cancel(cause: unknown): void;
  /** Closes; requests under way reject with ConnectionError. May be called twice. */
  close(): Promise<void>;
}

/** How one request is waited for in place. Nothing can cancel it: the event loop stands still. */
export interface ExchangeOptions extends Expected {
  /** Milliseconds until it is given up, and the connection with it. Default none: the end of the engine ends it. */
  timeout?: number | undefined;
}

/**
 * A connection over which the calling thread can also wait in place: no event loop, no promise, the least overhead.
 * Both ways may be used on one connection, not at the same time.
 */
export interface BlockingConnection extends Connection {
  /**
   * Sends a frame and returns the body of its reply; the body is as with `request`. While it waits nothing else
   * happens in this thread.
   * @throws what `request` rejects with; OptionError while a `request` is under way.
   */
  exchange(parts: FrameParts, options: ExchangeOptions): Uint8Array;
}

/** Options of opening a connection. */
export interface ConnectOptions extends Patience {
  /** Longest reply body that is believed, in bytes. */
  longestReply: number;
}

/** A program and its arguments. */
export interface Command {
  command: string;
  args: readonly string[];
}
