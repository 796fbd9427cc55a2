import { IpcTaxError } from '../../errors';
import type { Command } from '../../transport';
import { Child } from '../../transport/child';
import type { Block, Order } from './order';

/**
 * A client in another language, as a process that times blocks of echoes when told to: a line in, a
 * line of nanoseconds out (environment/reference/echo.py, engine-rs/crates/echo-client and floors).
 */
export class Peer {
  readonly #name: string;
  readonly #child: Child;
  #text = '';
  #line: ((line: string) => void) | null = null;

  private constructor(name: string, child: Child) {
    this.#name = name;
    this.#child = child;
    child.stdout.on('data', (chunk: Uint8Array) => this.#take(String(chunk)));
  }

  /** Starts it. It ends with `close`, and with this process. */
  static async start(name: string, command: Command): Promise<Peer> {
    return new Peer(name, await Child.start(command));
  }

  get pid(): number {
    return this.#child.pid;
  }

  /**
   * Runs one block; one at a time.
   * @throws IpcTaxError `ECHO` with the client's last words when it ends instead, as it does when an
   * echo differs; EngineExitError when a signal ended it.
   */
  time({ transport, floats, warm, least, most, budget }: Order): Promise<Block> {
    return this.ask(`${transport} ${floats} ${warm} ${least} ${most} ${budget}`);
  }

  /** Gives it a line of its own orders, to the same effect. */
  async ask(order: string): Promise<Block> {
    const child = this.#child;
    const answer = new Promise<string>((resolve, reject) => {
      this.#line = resolve;
      void child.exited.then(({ signal }) => {
        if (signal !== null) return reject(child.exitError());
        const last = child.stderr.text.trim() || 'it said nothing';
        reject(new IpcTaxError('ECHO', `the client ${this.#name} ended: ${last}`));
      });
    });
    child.hold();
    try {
      child.stdin.write(`${order}\n`);
      const [first, ...us] = (await answer).split(' ').map((nanoseconds) => Number(nanoseconds) / 1_000);
      return { first, us };
    } finally {
      this.#line = null;
      child.release();
    }
  }

  async close(): Promise<void> {
    await this.#child.end();
  }

  #take(text: string): void {
    this.#text += text;
    const end = this.#text.indexOf('\n');
    if (end < 0) return;
    const line = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 1);
    this.#line?.(line);
  }
}
