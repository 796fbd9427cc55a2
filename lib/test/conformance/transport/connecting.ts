import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CancelledError } from '../../../src/errors';
import type { Cases } from './case';

/** Connections to an engine that listens. */
export function connectingCases(cases: Cases): void {
  if (cases.transport.kind !== 'listener') return;
  describe(cases.group('connecting'), () => {
    cases.over('64 clients at once', 'answer', async (_, peer) => {
      const clients = await Promise.all(Array.from({ length: 64 }, () => peer.connect()));
      await Promise.all(clients.map((client, i) => cases.echoed(client, new Float64Array(1000 + i).fill(i))));
    });

    cases.over('an aborted signal or no time', 'answer', async (_, peer) => {
      await assert.rejects(peer.connect({ signal: AbortSignal.abort() }), CancelledError);
    });
  });
}
