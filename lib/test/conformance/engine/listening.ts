import { type EngineLimits, engineBinary } from '../../../src/engine';
import { limitArgs } from '../../../src/engine/limits';
import type { Connection, ListenerTransport } from '../../../src/transport';
import { Child } from '../../../src/transport/child';
import { removeFile } from '../../../src/transport/leftovers';
import { defaultLimits } from '../../../src/wire';
import { lineOf } from '../line-of';

/** The real engine as a process that tests may treat as they like. */
export class ListeningEngine {
  readonly child: Child;
  readonly address: string;
  readonly #transport: ListenerTransport;
  /** What it makes at its address: a socket, or a folder. */
  readonly file: string | null;
  readonly #limits: EngineLimits;
  readonly #connections: Connection[] = [];

  private constructor(
    transport: ListenerTransport,
    child: Child,
    address: string,
    file: string | null,
    limits: EngineLimits,
  ) {
    this.#transport = transport;
    this.child = child;
    this.address = address;
    this.file = file;
    this.#limits = limits;
  }

  /** Starts it where the transport says. */
  static start(transport: ListenerTransport, limits: EngineLimits = {}): Promise<ListeningEngine> {
    return ListeningEngine.#start(transport, transport.listen(), limits);
  }

  /** Starts another in its place, at the same address. This one has ended. */
  again(): Promise<ListeningEngine> {
    const args = this.#transport.listen().args.map((arg) => this.#sameAs(arg));
    return ListeningEngine.#start(this.#transport, { args, file: this.file }, this.#limits);
  }

  async connect(): Promise<Connection> {
    const longestReply = defaultLimits.frameBytes;
    const connection = await this.#transport.connect(this.address, { longestReply });
    this.#connections.push(connection);
    return connection;
  }

  /** Ends it without asking it. */
  async kill(): Promise<void> {
    this.child.hold();
    this.child.kill('SIGKILL');
    await this.child.exited;
  }

  /** Ends it, if it has not ended, and its connections. */
  async end(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
    await this.child.end();
    if (this.file !== null) removeFile(this.file);
  }

  static async #start(
    transport: ListenerTransport,
    where: { args: string[]; file: string | null },
    limits: EngineLimits,
  ): Promise<ListeningEngine> {
    const command = await engineBinary({ program: transport.program });
    const args = ['serve', '--die-with-stdin', ...limitArgs(limits), ...where.args];
    const child = await Child.start({ command, args });
    const address = await lineOf(child, (line) => transport.addressIn(line));
    return new ListeningEngine(transport, child, address, where.file, limits);
  }

  /** An argument that asks for any port, or for a new file, as one that asks for this engine's. */
  #sameAs(arg: string): string {
    if (arg.endsWith(':0')) return this.address;
    return this.file !== null && arg.startsWith('/') ? this.file : arg;
  }
}

/** Runs `use` with such an engine, and ends it whatever happens. */
export async function withListening(
  transport: ListenerTransport,
  use: (engine: ListeningEngine) => Promise<void>,
  limits: EngineLimits = {},
): Promise<void> {
  const engine = await ListeningEngine.start(transport, limits);
  try {
    await use(engine);
  } finally {
    await engine.end();
  }
}
