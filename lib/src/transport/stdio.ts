import type { FrameParts } from '../wire';
import { Child } from './child';
import type { Command, Connection, ConnectOptions } from './connection';
import { checkSignal } from './patience';
import { type Line, Pipeline } from './pipeline';
import type { ChildTransport } from './transport';

/** A program's own stdin and stdout: one process for one connection, living as long. Any program that speaks WIRE.md. */
export const stdio: ChildTransport & { name: 'stdio' } = {
  kind: 'child',
  name: 'stdio',
  keepsState: true,
  engineArgs: null,
  open: openStdio,
};

/**
 * Starts a program that answers frames from stdin on stdout until stdin ends.
 * @throws EngineStartError when it can't be started.
 */
export async function openStdio(
  command: Command,
  { signal, longestReply }: ConnectOptions,
): Promise<Connection> {
  checkSignal(`starting ${command.command}`, signal);
  const child = await Child.start(command);
  const pipeline = new Pipeline(new ChildLine(child), longestReply, child);
  child.stdout.on('data', (chunk: Uint8Array) => pipeline.pushed(chunk));
  child.stdout.once('end', () => {
    // Most often it is about to end; its exit code and last words say more than a closed pipe.
    const timer = setTimeout(() => pipeline.lost(), 200);
    void child.exited.then(() => clearTimeout(timer));
  });
  void child.exited.then(() => pipeline.ended((cause) => child.exitError(cause)));
  return pipeline;
}

class ChildLine implements Line {
  readonly #child: Child;

  constructor(child: Child) {
    this.#child = child;
  }

  get idle(): boolean {
    return this.#child.stdin.writableLength === 0;
  }

  send(parts: FrameParts, sent: () => void): void {
    const { stdin } = this.#child;
    stdin.cork();
    parts.forEach((part, i) => {
      stdin.write(part, i === parts.length - 1 ? sent : undefined);
    });
    stdin.uncork();
  }

  hold(): void {
    this.#child.hold();
  }

  release(): void {
    this.#child.release();
  }

  abandon(): void {
    this.#child.kill('SIGKILL');
  }

  async end(): Promise<void> {
    await this.#child.end();
  }
}
