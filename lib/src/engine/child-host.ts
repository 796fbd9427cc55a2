import { EngineExitError } from '../errors';
import type { ChildTransport, Command, Connection, Exit } from '../transport';
import type { CallOptions } from './call-options';
import type { Host } from './host';

/**
 * An engine over its own stdin and stdout: every connection has a process, or a process a call, of its own. One that
 * a cancelled call killed is started again by the next call; one that ended by itself is not.
 */
export class ChildHost implements Host {
  readonly keepsState: boolean;
  readonly transport: string;
  readonly exited: Promise<Exit>;
  readonly #how: ChildTransport;
  readonly #command: Command;
  readonly #longestReply: number;
  readonly #connections = new Set<Connection>();
  #setExited!: (exit: Exit) => void;

  constructor(how: ChildTransport, command: Command, longestReply: number) {
    this.#how = how;
    this.#command = command;
    this.#longestReply = longestReply;
    this.keepsState = how.keepsState;
    this.transport = how.name;
    this.exited = new Promise((resolve) => {
      this.#setExited = resolve;
    });
  }

  get pid(): number | null {
    for (const { child, failure } of this.#connections) {
      if (child !== null && failure === null) return child.pid;
    }
    return null;
  }

  async ended(last: Connection | null): Promise<Error | null> {
    return last?.failure instanceof EngineExitError ? last.failure : null;
  }

  async open(options: CallOptions): Promise<Connection> {
    const connection = await this.#how.open(this.#command, { ...options, longestReply: this.#longestReply });
    this.#connections.add(connection);
    void connection.child?.exited.then((exit) => {
      this.#connections.delete(connection);
      if (connection.failure instanceof EngineExitError) this.#setExited(exit);
    });
    return connection;
  }

  async end(): Promise<void> {
    const own = [...this.#connections];
    await Promise.all(own.map((connection) => connection.close()));
    this.#setExited(own[0]?.child?.exit ?? { code: 0, signal: null });
  }
}
