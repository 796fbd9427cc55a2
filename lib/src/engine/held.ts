import { ConnectionError, OptionError } from '../errors';
import type { Windows } from '../kernel';
import type { Connection } from '../transport';

/** Something an engine keeps for one connection, gone with it. */
abstract class Held {
  /** The engine's own number for it; unique on its connection. */
  readonly id: number;
  readonly #connection: Connection;
  #given: string | null = null;

  constructor(id: number, connection: Connection) {
    this.id = id;
    this.#connection = connection;
  }

  abstract readonly kind: 'series' | 'session';
  /** How to get another, in a message. */
  protected abstract get again(): string;

  /**
   * @throws ConnectionError when it is not the engine's any more: given back, its connection lost, or another's.
   * @internal
   */
  expectOn(connection: Connection | null): void {
    const { again } = this;
    const name = `${this.kind} ${this.id}`;
    if (this.#given !== null) throw new ConnectionError(`${name} was ${this.#given} before; ${again}`);
    const { failure } = this.#connection;
    if (failure !== null) {
      throw new ConnectionError(`${name} went with its connection (${failure.message}); ${again}`, {
        cause: failure,
      });
    }
    if (connection !== this.#connection) {
      throw new ConnectionError(`${name} belongs to another connection; use it with the client that made it`);
    }
  }

  /** It was given back. @internal */
  given(how: string): void {
    this.#given = how;
  }
}

/** A series that the engine keeps for this connection: sweeps of it need not send it. */
export class LoadedSeries extends Held {
  readonly kind = 'series';
  protected get again(): string {
    return 'load it again';
  }

  constructor(
    id: number,
    connection: Connection,
    /** Bars in it. */
    readonly bars: number,
  ) {
    super(id, connection);
  }
}

/** A live session of the engine: takes closes as they come, and keeps the position, trades and PnL. */
export class LiveSession extends Held {
  readonly kind = 'session';
  protected get again(): string {
    return 'open another and tick it from the start';
  }

  constructor(
    id: number,
    connection: Connection,
    /** The window lengths it was opened with. */
    readonly windows: Windows,
  ) {
    super(id, connection);
  }
}

/** @throws OptionError for combos that are no list. @internal */
export function checkCombos(value: unknown): void {
  if (!Array.isArray(value)) throw new OptionError('combos', value, 'a list of window lengths');
}

/** @throws OptionError for what is no series, or no session. @internal */
export function checkHeld(name: 'series' | 'session', value: unknown): void {
  // By what it says it is: a cell that imported the library anew may hold one of the class it had before.
  if ((value as LoadedSeries | LiveSession | null)?.kind !== name) {
    throw new OptionError(name, value, name === 'series' ? 'what load gave' : 'what openLive gave');
  }
}
