import { IpcTaxError } from '../../errors';
import type { Command } from '../../transport';
import { Child } from '../../transport/child';

/**
 * A program of the project's that times codecs in its own process: it answers each line on stdin with one on stdout,
 * `ok ...` or `error ...`. See engine-rs/crates/codecs/src/peer.rs and environment/reference/serialization.py.
 */
export class Peer {
  readonly #child: Child;
  #received = '';
  #waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;

  private constructor(child: Child) {
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#received += text;
      this.#deliver();
    });
    void child.exited.then(() => this.#waiting?.reject(child.exitError()));
  }

  static async start(command: Command): Promise<Peer> {
    return new Peer(await Child.start(command));
  }

  /**
   * One line there and one back. Not to be called again before it settles.
   * @throws IpcTaxError `PEER` with what it says is wrong; EngineExitError when it ended.
   */
  async ask(words: string): Promise<string> {
    if (this.#child.exit !== null) throw this.#child.exitError();
    this.#child.hold();
    try {
      const line = await new Promise<string>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#child.stdin.write(`${words}\n`);
      });
      if (line.startsWith('ok ')) return line.slice(3);
      throw new IpcTaxError('PEER', `${words}: ${line}`);
    } finally {
      this.#waiting = null;
      this.#child.release();
    }
  }

  async close(): Promise<void> {
    await this.#child.end();
  }

  #deliver(): void {
    const end = this.#received.indexOf('\n');
    if (end < 0) return;
    const line = this.#received.slice(0, end);
    this.#received = this.#received.slice(end + 1);
    this.#waiting?.resolve(line);
  }
}
