import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { ConnectionError, EngineExitError } from '../../../src/errors';
import type { BehaviourName } from '../behaviours';
import { type Cases, one, words } from './case';

/** The engine goes away: before, inside and after a reply, in order or dying. */
export function leavingCases(cases: Cases): void {
  const { peer, lasting } = cases;
  const bytes = peer.carries === 'bytes';

  /** What the loss of a connection inside a reply must say: how much of it had come. */
  const inside = (came: number) =>
    came === 0
      ? /before it answered echo/
      : came < 4
        ? new RegExp(`inside the reply to echo: ${came} of 4 bytes of its length had come`)
        : new RegExp(`inside the reply to echo: ${came - 4} of 8 bytes of its body had come`);

  describe(cases.group('the peer goes away'), () => {
    const behaviours: [BehaviourName, RegExp][] = [['dieBefore', /before it answered echo/]];
    if (peer.closes) behaviours.push(['closeBefore', /before it answered echo/]);
    if (bytes) behaviours.push(['dieInside', inside(6)]);
    for (const [behaviour, expected] of behaviours) {
      cases.over(behaviour, behaviour, async (connection) => {
        await assert.rejects(cases.echo(connection, one), (error) => {
          isLoss(error, expected);
          if (error instanceof EngineExitError && behaviour.startsWith('die')) {
            assert.equal(error.exitCode, 3);
            assert.match(error.stderr, /dying on purpose/);
          }
          return true;
        });
        if (lasting) assert(connection.lostByPeer);
      });
    }

    if (bytes) {
      cases.over(
        'inside the reply, after every one of its bytes',
        'closeInside',
        async (first, counterpart) => {
          await first.close();
          // Fewer where each is a process: before, inside and after the length, inside the body.
          const cuts = cases.transport.kind === 'listener' ? [...Array(12).keys()] : [0, 2, 4, 11];
          for (const cut of cuts) {
            const connection = await counterpart.connect();
            const call = cases.echo(connection, Float64Array.of(cut));
            await assert.rejects(call, (error) => isLoss(error, inside(cut)));
            await connection.close();
          }
        },
      );
    } else if (peer.breaksOff) {
      cases.over('inside a message', 'breakOff', async (connection) => {
        await assert.rejects(cases.echo(connection, one), (error) => isLoss(error, /echo/));
      });
    }

    if (peer.closes) {
      cases.over(
        'closeAfter: the reply counts, and the next request fails',
        'closeAfter',
        async (connection) => {
          await cases.echoed(connection, one);
          if (!lasting) return;
          await assert.rejects(cases.echo(connection, one), (error) => isLoss(error, /./));
        },
      );
    }
  });
}

/** Every request under way hears that the connection is lost. */
export function leavingManyCases(cases: Cases): void {
  if (!cases.lasting) return;
  describe(cases.group('the peer goes away from many'), () => {
    cases.over(
      'every request under way fails',
      cases.peer.closes ? 'closeBefore' : 'dieBefore',
      async (connection) => {
        const calls = [1, 2, 3].map(() => cases.echo(connection, one));
        for (const result of await Promise.allSettled(calls)) {
          assert(result.status === 'rejected');
          isLoss(result.reason, /./);
        }
      },
    );
  });
}

function isLoss(error: unknown, says: RegExp): true {
  assert(error instanceof ConnectionError || error instanceof EngineExitError, `${error}`);
  assert.match(words(error), says);
  return true;
}
