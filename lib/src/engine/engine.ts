import { ConnectionError, OptionError } from '../errors';
import type { Connection, Exit } from '../transport';
import { isBlocking } from '../transport/blocking';
import { BlockingClient } from './blocking-client';
import { type CallOptions, checkedCall } from './call-options';
import { EngineClient } from './client';
import type { Host } from './host';

/**
 * A running engine, and the first client of it. It never keeps this process alive by itself, and ends with it, also
 * when that is killed; `close` ends it in order.
 */
export class Engine extends EngineClient {
  readonly #host: Host;
  readonly #clients = new Set<EngineClient | BlockingClient>();
  readonly #opening = new Set<Promise<Connection>>();
  #ending: Promise<void> | null = null;

  /** @internal */
  constructor(host: Host, connection: Connection) {
    super(host, connection);
    this.#host = host;
  }

  /** The name of the transport it is reached by. */
  get transport(): string {
    return this.#host.transport;
  }

  /** Process id of the engine; null when there is no process, as between calls over spawn. */
  get pid(): number | null {
    return this.#host.pid;
  }

  /** Resolves with how the engine ended, by itself or closed. Waiting for it does not keep this process alive. */
  get exited(): Promise<Exit> {
    return this.#host.exited;
  }

  /**
   * Another client of the same engine, with a connection, series and sessions of its own (over stdio, with a
   * process of its own). Closed by itself or with the engine.
   */
  async connect(options: CallOptions = {}): Promise<EngineClient> {
    const connection = await this.#connection(options);
    const client: EngineClient = new EngineClient(this.#host, connection, () => this.#clients.delete(client));
    this.#clients.add(client);
    return client;
  }

  /**
   * A client whose calls wait in place, with a connection of its own: for loops in which a promise costs more than the
   * call. Closed by itself or with the engine.
   * @throws OptionError over a transport that can't be waited for in place.
   */
  async connectBlocking(options: CallOptions = {}): Promise<BlockingClient> {
    const connection = await this.#connection(options);
    if (!isBlocking(connection)) {
      await connection.close();
      throw new OptionError(
        'transport',
        this.transport,
        'one that can be waited for in place, such as shared-memory, for connectBlocking',
      );
    }
    const client: BlockingClient = new BlockingClient(connection, () => this.#clients.delete(client));
    this.#clients.add(client);
    return client;
  }

  /**
   * Ends the engine: closes its stdin, sends SIGTERM after 2 s and SIGKILL after 2 s more. Resolves when its process
   * and socket file are gone. Calls under way reject with ConnectionError. May be called twice.
   */
  override close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** A connection that is open, of an engine that is not being closed. */
  async #connection(options: CallOptions): Promise<Connection> {
    const call = checkedCall(options);
    const closed = () => new ConnectionError('the engine is closed');
    if (this.#ending !== null) throw closed();
    const ended = await this.#host.ended(null, 0);
    if (ended !== null) throw ended;
    const opening = this.#host.open(call);
    this.#opening.add(opening);
    const connection = await opening.finally(() => this.#opening.delete(opening));
    if (this.#ending !== null) {
      await connection.close();
      throw closed();
    }
    return connection;
  }

  async #end(): Promise<void> {
    await Promise.all([super.close(), ...[...this.#clients].map((client) => client.close())]);
    // A connection that is just being opened may be a process, which the host can end only once it is there.
    await Promise.allSettled(this.#opening);
    await this.#host.end();
  }
}
