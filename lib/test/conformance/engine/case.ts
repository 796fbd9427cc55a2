import { test } from 'node:test';
import type { Engine, EngineLimits } from '../../../src/engine';
import type { Transport } from '../../../src/transport';
import type { ScriptedPeer } from '../peers/peer';
import { withEngine } from '../start';

/** A hang fails the test instead of the run. */
export const watchdog = { timeout: 60_000 };

/** What the cases of the real engine over one transport have in common. */
export class EngineCases {
  readonly transport: Transport;
  readonly peer: ScriptedPeer;

  constructor(transport: Transport, peer: ScriptedPeer) {
    this.transport = transport;
    this.peer = peer;
  }

  /** Whether series and sessions outlive a call. */
  get lasting(): boolean {
    return this.transport.keepsState;
  }

  /** Whether every float arrives bit for bit. */
  get lossless(): boolean {
    return this.peer.lossless;
  }

  /** The name of a group of cases. */
  group(what: string): string {
    return `${this.transport.name}: ${what}`;
  }

  /** A case: what is done with an engine. */
  over(name: string, use: (engine: Engine) => Promise<void>, limits?: EngineLimits): void {
    test(name, watchdog, () => withEngine(this.transport, use, limits && { limits }));
  }
}
