import { test } from 'node:test';
import type { IpcTaxError } from '../../../src/errors';
import type { Connection, Transport } from '../../../src/transport';
import { echoRequest, readEchoReply } from '../../../src/wire';
import type { BehaviourName } from '../behaviours';
import { type Counterpart, withPeer } from '../counterpart';
import { arbitraryFloats, assertSameBits, finiteFloats } from '../floats';
import type { ScriptedPeer } from '../peers/peer';
import type { Way } from './ways';

/** A hang fails the test instead of the run. */
const watchdog = { timeout: 30_000 };

/** One float, for cases that are not about values. */
export const one = Float64Array.of(1.5);

/** What may be told to an echo. */
export interface EchoChoices {
  signal?: AbortSignal;
  timeout?: number;
  into?: Uint8Array;
}

/** What the cases of one transport, made in one way, have in common. */
export class Cases {
  readonly transport: Transport;
  readonly peer: ScriptedPeer;
  readonly #way: Way;

  constructor(transport: Transport, peer: ScriptedPeer, way: Way) {
    this.transport = transport;
    this.peer = peer;
    this.#way = way;
  }

  /** Whether more than one request can be made on a connection. */
  get lasting(): boolean {
    return this.transport.keepsState;
  }

  /** The name of a group of cases. */
  group(what: string): string {
    return `${this.transport.name}${this.#way.name}: ${what}`;
  }

  /** A case: what is done with a connection to a scripted engine. */
  over(
    name: string,
    behaviour: BehaviourName,
    use: (connection: Connection, peer: Counterpart) => Promise<void>,
  ): void {
    test(name, watchdog, () => withPeer(this.transport, behaviour, use));
  }

  /** Floats that this transport must carry: of arbitrary bits where it can. */
  floats(count: number): Float64Array {
    return this.peer.lossless ? arbitraryFloats(count) : finiteFloats(count);
  }

  /** Sends an echo; gives the reply's body. */
  echo(connection: Connection, floats: Float64Array, choices: EchoChoices = {}): Promise<Uint8Array> {
    return this.#way.request(connection, echoRequest(floats), {
      what: 'echo',
      bytes: floats.byteLength,
      ...choices,
    });
  }

  /** Sends an echo, and asserts that the floats come back bit for bit. */
  async echoed(connection: Connection, floats: Float64Array): Promise<void> {
    assertSameBits(readEchoReply(await this.echo(connection, floats), floats.length), floats);
  }
}

/** What an error says, its cause included. */
export function words(error: IpcTaxError): string {
  return `${error.message}; ${error.cause instanceof Error ? error.cause.message : ''}`;
}
