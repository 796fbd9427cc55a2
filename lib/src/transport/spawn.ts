import { CancelledError, ConnectionError, type EngineReplyError, ProtocolError } from '../errors';
import {
  type Expected,
  type FrameParts,
  ReplyReceiver,
  type ReplyTaker,
  type Timing,
  timingOf,
} from '../wire';
import { Child } from './child';
import type { Command, Connection, ConnectOptions, RequestOptions } from './connection';
import { checkSignal, patience } from './patience';
import { checkRequest, isTakenAway, takenAway } from './pipeline';
import type { ChildTransport } from './transport';

/** One process a call: the request on its stdin, the reply on its stdout. Nothing is kept between calls. */
export const spawn: ChildTransport & { name: 'spawn' } = {
  kind: 'child',
  name: 'spawn',
  keepsState: false,
  engineArgs: ['once', '--timing'],
  open: async (command: Command, { longestReply }: ConnectOptions) =>
    new SpawnConnection(command, longestReply),
};

/**
 * Starts the command anew for each request, side by side if they come at once. A reply counts when the process has
 * ended, so that nothing is left of a call that has resolved.
 */
class SpawnConnection implements Connection {
  readonly child = null;
  readonly lostByPeer = false;
  failure: Error | null = null;
  lastTiming: Timing | null = null;
  readonly #command: Command;
  readonly #longestReply: number;
  readonly #running = new Set<Call>();

  constructor(command: Command, longestReply: number) {
    this.#command = command;
    this.#longestReply = longestReply;
  }

  async request(parts: FrameParts, options: RequestOptions): Promise<Uint8Array> {
    checkRequest(options);
    if (this.failure !== null) throw this.failure;
    const call = new Call(parts, options, this.#longestReply);
    this.#running.add(call);
    try {
      const body = await call.run(this.#command);
      this.lastTiming = call.timing;
      return body;
    } finally {
      this.#running.delete(call);
    }
  }

  cancel(cause: unknown): void {
    for (const call of this.#running) call.stop(new CancelledError(call.what, { cause }));
  }

  async close(): Promise<void> {
    this.failure ??= new ConnectionError('the connection is closed');
    await Promise.all([...this.#running].map((call) => call.stop(this.failure!)));
  }
}

/** One process, one request. */
class Call implements ReplyTaker {
  readonly what: string;
  timing: Timing | null = null;
  readonly #parts: FrameParts;
  readonly #options: RequestOptions;
  readonly #receiver: ReplyReceiver;
  #body: Uint8Array | null = null;
  /** What the call rejects with, whatever the process says. */
  #error: Error | null = null;
  #child: Child | null = null;

  constructor(parts: FrameParts, options: RequestOptions, longestReply: number) {
    this.what = options.what;
    this.#parts = parts;
    this.#options = options;
    this.#receiver = new ReplyReceiver(this, longestReply);
  }

  async run(command: Command): Promise<Uint8Array> {
    checkSignal(this.what, this.#options.signal);
    const forget = patience(this.what, this.#options, (error) => void this.stop(error));
    try {
      return await this.#exchange(command);
    } finally {
      forget();
    }
  }

  /** Kills the process; the call rejects with `error`. Resolves when the process is gone. */
  async stop(error: Error): Promise<void> {
    this.#error ??= error;
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  async #exchange(command: Command): Promise<Uint8Array> {
    const child = await Child.start(command);
    this.#child = child;
    child.hold();
    if (this.#error !== null) child.kill('SIGKILL');
    child.stderr.onLine((line) => {
      this.timing = timingIn(line) ?? this.timing;
    });
    child.stdout.on('data', (chunk: Uint8Array) => this.#take(chunk));
    child.stdin.cork();
    for (const part of this.#parts) child.stdin.write(part);
    child.stdin.end();
    child.stdin.uncork();
    const { code } = await child.exited;
    if (this.#error !== null) throw this.#error;
    if (isTakenAway(this.#options)) throw takenAway(this.what);
    if (this.#body !== null && code === 0) return this.#body;
    throw child.exitError(new Error(`it ended ${this.#where()}`));
  }

  #where(): string {
    const { inside } = this.#receiver;
    if (inside !== null) return `inside the reply to ${this.what}: ${inside}`;
    return this.#body === null ? `before it answered ${this.what}` : `after it answered ${this.what}`;
  }

  #take(chunk: Uint8Array): void {
    if (this.#error !== null) return;
    try {
      this.#receiver.push(chunk);
    } catch (error) {
      void this.stop(error as Error);
    }
  }

  expected(): Expected | null {
    return this.#body === null ? this.#options : null;
  }

  reply(body: Uint8Array): void {
    this.#body = body;
  }

  refused(error: EngineReplyError): void {
    if (this.#body !== null) throw new ProtocolError('got an error frame after the reply, expected the end');
    this.#error = error;
  }
}

/** The times in a line `timing COMPLETE PARSED COMPUTED ENCODED WRITE_BEGUN`, in nanoseconds, or null. */
function timingIn(line: string): Timing | null {
  const found = /^timing (\d+) (\d+) (\d+) (\d+) (\d+)$/.exec(line);
  if (found === null) return null;
  const [complete, parsed, computed, encoded, writeBegun] = found.slice(1).map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  return timingOf({ complete, parsed, computed, encoded, writeBegun });
}
