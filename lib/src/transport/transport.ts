import type { Command, Connection, ConnectOptions } from './connection';
import type { ThreadConnection } from './worker/connect';
import type { ThreadSettings } from './worker/settings';

/** The project's own programs that serve the kernels, as they are called in build/bin. */
export const ENGINE_PROGRAMS = [
  'ipc-tax-engine',
  'ipc-tax-http-engine',
  'ipc-tax-zeromq-engine',
  'ipc-tax-grpc-engine',
] as const;
export type EngineProgram = (typeof ENGINE_PROGRAMS)[number];

/** An engine that listens; any number of connections reach it. */
export interface ListenerTransport {
  readonly kind: 'listener';
  readonly name: string;
  /** Which program speaks it. */
  readonly program: EngineProgram;
  /** Whether series and sessions outlive a request. */
  readonly keepsState: boolean;
  /** Options that make an engine listen at a new address, and the file that it makes there, if one. */
  listen(): { args: string[]; file: string | null };
  /** The address in one of the engine's lines on stderr, or null when it is not the line. */
  addressIn(line: string): string | null;
  connect(address: string, options: ConnectOptions): Promise<Connection>;
}

/** An engine that speaks over its own stdin and stdout: each connection starts its own. */
export interface ChildTransport {
  readonly kind: 'child';
  readonly name: string;
  readonly keepsState: boolean;
  /** What the project's own engine is told to speak this way, or null when it can't: a program must be given. */
  readonly engineArgs: readonly string[] | null;
  open(command: Command, options: ConnectOptions): Promise<Connection>;
}

/** An engine in a worker thread of this process, in TypeScript: each connection starts its own. */
export interface ThreadTransport {
  readonly kind: 'thread';
  readonly name: string;
  readonly keepsState: boolean;
  open(settings: ThreadSettings, options: ConnectOptions): Promise<ThreadConnection>;
}

export type Transport = ListenerTransport | ChildTransport | ThreadTransport;
