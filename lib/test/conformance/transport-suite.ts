import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transport } from '../../src/transport';
import { peerOf } from './peers';
import type { ScriptedPeer } from './peers/peer';
import { Cases } from './transport/case';
import { connectingCases } from './transport/connecting';
import { givingUpCases, timeoutCases } from './transport/giving-up';
import { leavingCases, leavingManyCases } from './transport/leaving';
import { malformedCases } from './transport/malformed';
import { pipelineCases, replyCases } from './transport/replies';
import { waitingInPlaceCases } from './transport/waiting-in-place';
import { asRequest, inPlace } from './transport/ways';

/** What every transport does alike, seen with a scripted engine at its other end. */
export function transportSuite(transport: Transport): void {
  let peer: ScriptedPeer;
  try {
    peer = peerOf(transport.name);
  } catch (error) {
    test(`${transport.name}: has a scripted peer`, () => assert.fail(error as Error));
    return;
  }
  const cases = new Cases(transport, peer, asRequest);
  replyCases(cases);
  pipelineCases(cases);
  malformedCases(cases);
  leavingCases(cases);
  leavingManyCases(cases);
  givingUpCases(cases);
  timeoutCases(cases);
  connectingCases(cases);
  saysWhetherItBlocks(cases);
  if (peer.blocking) {
    waitingInPlaceCases(cases);
    const blockingCases = new Cases(transport, peer, inPlace);
    replyCases(blockingCases);
    malformedCases(blockingCases);
    leavingCases(blockingCases);
    timeoutCases(blockingCases);
  }
}

/** A peer that kept silent about `exchange` would take its cases away. */
function saysWhetherItBlocks(cases: Cases): void {
  cases.over(
    `${cases.transport.name}: its peer says whether it can wait in place`,
    'answer',
    async (connection) => {
      assert.equal('exchange' in connection, cases.peer.blocking ?? false);
    },
  );
}
