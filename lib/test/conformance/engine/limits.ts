import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { windowLengths } from '../../../src/kernel';
import type { EngineCases } from './case';
import { waves } from './series';

/** The engine's limits, each at its edge. */
export function limitCases(cases: EngineCases): void {
  const { transport, lasting } = cases;
  // A program of one's own has limits of its own.
  if (transport.kind === 'child' && transport.engineArgs === null) return;
  const tooLarge = { code: 'ENGINE_REPLY', wireCode: 3 };

  describe(cases.group('limits'), () => {
    cases.over(
      'a frame of the limit, and of one byte more',
      async (engine) => {
        // The header's nine bytes and 1,000 floats.
        assert.equal((await engine.echo(waves(1000))).length, 1000);
        await assert.rejects(engine.echo(waves(1001)), tooLarge);
        assert.equal((await engine.echo(waves(1000))).length, 1000);
      },
      { frameBytes: 8009 },
    );

    if (lasting) {
      cases.over(
        'a reply over the limit leaves the connection',
        async (engine) => {
          const session = await engine.openLive(windowLengths(6));
          // 24 bytes a bar come back.
          assert.equal((await engine.tick(session, waves(333))).pnl.length, 333);
          await assert.rejects(engine.tick(session, waves(334)), tooLarge);
          assert.equal((await engine.tick(session, waves(1))).pnl.length, 1);
        },
        { frameBytes: 8009 },
      );
    }

    cases.over(
      'bars and combos of the limit, and one more',
      async (engine) => {
        const combos = [6, 8, 10].map(windowLengths);
        assert.equal((await engine.sweep(waves(100), combos.slice(0, 2))).pnl.length, 2);
        await assert.rejects(engine.sweep(waves(101), []), tooLarge);
        await assert.rejects(engine.sweep(waves(100), combos), tooLarge);
      },
      { bars: 100, combos: 2 },
    );

    if (transport.kind === 'listener') {
      cases.over(
        'a connection too many is refused as busy, and the one there is goes on',
        async (engine) => {
          await engine.echo(waves(3));
          const oneMore = async () => {
            const client = await engine.connect();
            await client.echo(waves(3)).finally(() => client.close());
          };
          await assert.rejects(oneMore, { code: 'ENGINE_REPLY', wireCode: 6 });
          await engine.echo(waves(3));
        },
        { connections: 1 },
      );
    }
  });
}
