import type { Command, Connection, ConnectOptions, Exit, ListenerTransport } from '../transport';
import { Child } from '../transport/child';
import { removeFile, undoAtExit } from '../transport/leftovers';
import type { CallOptions } from './call-options';
import type { Host } from './host';
import { settledWithin } from './settled-within';

/** An engine process that listens; its clients connect to it. */
export class ListenerHost implements Host {
  readonly keepsState: boolean;
  readonly transport: string;
  readonly exited: Promise<Exit>;
  readonly #how: ListenerTransport;
  readonly #child: Child;
  readonly #longestReply: number;
  #address = '';

  private constructor(how: ListenerTransport, child: Child, longestReply: number, file: string | null) {
    this.#how = how;
    this.#child = child;
    this.#longestReply = longestReply;
    this.keepsState = how.keepsState;
    this.transport = how.name;
    // The engine takes its socket away itself, unless it was killed.
    this.exited = child.exited.then((exit) => {
      if (file !== null) removeFile(file);
      return exit;
    });
  }

  /** Starts the engine and waits until it listens. `command` lacks the options that tell it where. */
  static async start(
    how: ListenerTransport,
    command: Command,
    options: { signal: AbortSignal; timeout: number; longestReply: number },
  ): Promise<ListenerHost> {
    const { args, file } = how.listen();
    // Undone after the child was killed: what is registered first is undone last.
    const settled = file === null ? () => {} : undoAtExit(() => removeFile(file));
    let host: ListenerHost;
    try {
      const child = await Child.start({ command: command.command, args: [...command.args, ...args] });
      host = new ListenerHost(how, child, options.longestReply, file);
      void host.exited.then(settled);
    } catch (error) {
      settled();
      throw error;
    }
    try {
      host.#address = await host.#ready(options);
    } catch (error) {
      host.#child.hold();
      host.#child.kill('SIGKILL');
      await host.exited;
      throw error;
    }
    return host;
  }

  get pid(): number | null {
    return this.#child.exit === null ? this.#child.pid : null;
  }

  async ended(_last: Connection | null, grace: number): Promise<Error | null> {
    const child = this.#child;
    if (grace > 0) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, grace);
      });
      await Promise.race([child.exited, late]);
      clearTimeout(timer);
    }
    if (child.exit === null) return null;
    await child.exited;
    return child.exitError();
  }

  open(options: CallOptions): Promise<Connection> {
    const connectOptions: ConnectOptions = { ...options, longestReply: this.#longestReply };
    return this.#how.connect(this.#address, connectOptions);
  }

  async end(): Promise<void> {
    await this.#child.end();
    await this.exited;
  }

  /** The address, once the engine says that it listens. */
  async #ready(options: { signal: AbortSignal; timeout: number }): Promise<string> {
    const child = this.#child;
    const address = new Promise<string>((resolve, reject) => {
      child.stderr.onLine((line) => {
        const found = this.#how.addressIn(line);
        if (found !== null) resolve(found);
      });
      void child.exited.then(() => reject(child.exitError()));
    });
    child.hold();
    try {
      return await settledWithin('starting the engine', address, options);
    } finally {
      child.stderr.onLine(() => {});
      child.release();
    }
  }
}
