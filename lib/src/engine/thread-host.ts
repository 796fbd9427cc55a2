import { EngineExitError } from '../errors';
import type { Connection, Exit, ThreadTransport } from '../transport';
import type { ThreadConnection } from '../transport/worker/connect';
import type { ThreadSettings } from '../transport/worker/settings';
import type { CallOptions } from './call-options';
import type { Host } from './host';

/**
 * An engine in worker threads of this process: every connection has one of its own. One that a cancelled call ended is
 * started again by the next call; one that ended by itself is not.
 */
export class ThreadHost implements Host {
  readonly keepsState: boolean;
  readonly transport: string;
  readonly pid = null;
  readonly exited: Promise<Exit>;
  readonly #how: ThreadTransport;
  readonly #settings: ThreadSettings;
  readonly #connections = new Set<ThreadConnection>();
  #setExited!: (exit: Exit) => void;

  constructor(how: ThreadTransport, settings: ThreadSettings) {
    this.#how = how;
    this.#settings = settings;
    this.keepsState = how.keepsState;
    this.transport = how.name;
    this.exited = new Promise((resolve) => {
      this.#setExited = resolve;
    });
  }

  async ended(last: Connection | null): Promise<Error | null> {
    return last?.failure instanceof EngineExitError ? last.failure : null;
  }

  async open(options: CallOptions): Promise<Connection> {
    const longestReply = this.#settings.limits.frameBytes;
    const connection = await this.#how.open(this.#settings, { ...options, longestReply });
    this.#connections.add(connection);
    void connection.exited.then((exit) => {
      this.#connections.delete(connection);
      if (connection.failure instanceof EngineExitError) this.#setExited(exit);
    });
    return connection;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    this.#setExited({ code: 0, signal: null });
  }
}
