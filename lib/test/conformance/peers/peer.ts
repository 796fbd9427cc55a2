import type { Connection, ConnectOptions } from '../../../src/transport';
import type { BehaviourName } from '../behaviours';

// How to add a transport to the suites
//
// Every transport of the registry goes through transport-suite.ts (against a scripted engine, which misbehaves on
// request) and engine-suite.ts (against the real one). For the first it needs its other side: a file of this folder,
// called like the transport, that exports `peer`, a ScriptedPeer. A transport without one fails. Variants of one transport
// share: `export { peer } from './unix';`.
//
// `serve` runs in a process of its own (peer-program.ts), is given what the transport's `listen()` gives an engine, and
// calls `accept` for each connection. The scripts (behaviours.ts) do the rest. What the transport can't do is said
// in `carries` and in the other fields, each of which takes cases away from the suite or puts others in their place; so say
// no more than is so.

/** One connection, as the scripted engine has it. */
export interface Wire {
  /** Sends bytes: on a stream as they are, else as one message. `sent` is called when they have left this process. */
  send(bytes: Uint8Array, sent?: () => void): void;
  /** Ends the connection in order, after what was sent. */
  close(): void;
  /** Reads nothing more, as far as the transport lets the reader stop. */
  pause(): void;
  /** Messages only, with `breaksOff`: sends the beginning of a message and ends the connection. */
  breakOff?(bytes: Uint8Array): void;
}

/** Takes what came: a piece of the stream, or one whole message, which is a frame. */
export type Take = (bytes: Uint8Array) => void;

/** What is done with a new connection. */
export type Accept = (wire: Wire) => Take;

/** The other side of a transport. */
export interface ScriptedPeer {
  /**
   * `bytes`: a stream, which can be cut and joined at every byte. `messages`: each frame is a message of its own, whole or
   * not there; then the malformed messages of malformed-messages.ts, or of `malformed`, are sent in place of the
   * malformed streams.
   */
  readonly carries: 'bytes' | 'messages';
  /** Whether the engine can send what nobody asked for: not where each message is the answer to another. */
  readonly unasked: boolean;
  /** Whether the engine can end one connection. */
  readonly closes: boolean;
  /** Messages only: whether one can break off in its middle, for all that the client knows. */
  readonly breaksOff?: boolean;
  /** Whether requests that the other side does not read stay in this process, where they can be taken back. */
  readonly takesBack: boolean;
  /** Whether every float arrives bit for bit. Otherwise NaN, -0 and infinities must be refused by name. */
  readonly lossless: boolean;
  /** Whether its connections can wait in place (BlockingConnection): the cases are then run that way too. */
  readonly blocking?: boolean;
  /** Connections that one engine can have at once, where that is fewer than 1,000. */
  readonly most?: number;
  /** Messages that are no reply and what the client says of them, where the transport's messages are no frames. */
  readonly malformed?: readonly MalformedMessage[];
  /**
   * Serves as an engine of this transport does, from the arguments that `listen()` gave, or on stdin and stdout. Resolves
   * with the line that says where, or null, when it listens.
   */
  serve(args: readonly string[], accept: Accept): Promise<string | null>;
  /** Opens a connection to a scripted engine where that is no process of its own (a worker thread). */
  open?(behaviour: BehaviourName, options: ConnectOptions): Promise<Connection>;
}

/** A message that is no reply to an echo of one float. */
export interface MalformedMessage {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the ProtocolError says. */
  readonly says: RegExp;
}

/** A transport that carries a stream of bytes, both ways at once. */
export const streamOfBytes = {
  carries: 'bytes',
  unasked: true,
  closes: true,
  takesBack: true,
  lossless: true,
} as const satisfies Partial<ScriptedPeer>;

/** A transport that carries frames as messages, both ways at once. */
export const framesAsMessages = {
  carries: 'messages',
  unasked: true,
  closes: true,
  takesBack: true,
  lossless: true,
} as const satisfies Partial<ScriptedPeer>;
