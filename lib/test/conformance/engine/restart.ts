import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConnectionError, EngineExitError } from '../../../src/errors';
import type { Connection } from '../../../src/transport';
import { echoRequest, readEchoReply } from '../../../src/wire';
import { startOver } from '../start';
import { type EngineCases, watchdog } from './case';
import { ListeningEngine } from './listening';

/** An engine that ended, and the next. */
export function restartCases(cases: EngineCases): void {
  const { transport, lasting } = cases;
  if (!lasting || transport.kind === 'thread') return;

  describe(cases.group('started again'), () => {
    test('after it was killed: its clients hear so, the next engine answers', watchdog, async () => {
      const first = await startOver(transport);
      const waiting = first.echo(new Float64Array(1_000_000));
      process.kill(first.pid!, 'SIGKILL');
      await waiting.catch((error) => assert(error instanceof EngineExitError, `${error}`));
      await assert.rejects(first.echo(Float64Array.of(1)), EngineExitError);
      const second = await startOver(transport);
      assert.deepEqual(Array.from(await second.echo(Float64Array.of(2))), [2]);
      await Promise.all([first.close(), second.close()]);
    });

    if (transport.kind === 'listener') {
      test('killed, and started at the same address: whoever connects anew is served', watchdog, async () => {
        const first = await ListeningEngine.start(transport);
        const lost = await first.connect();
        await echoed(lost, 1);
        const waiting = assert.rejects(echoedForever(lost), ConnectionError);
        await first.kill();
        await waiting;
        const second = await first.again();
        try {
          assert.equal(second.address, first.address);
          await echoed(await second.connect(), 2);
          await assert.rejects(echoed(lost, 3), ConnectionError);
        } finally {
          await second.end();
          await first.end();
        }
      });
    }
  });
}

async function echoedForever(connection: Connection): Promise<void> {
  for (let i = 0; ; i++) await echoed(connection, i);
}

async function echoed(connection: Connection, value: number): Promise<void> {
  const body = await connection.request(echoRequest(Float64Array.of(value)), { what: 'echo', bytes: 8 });
  assert.deepEqual(Array.from(readEchoReply(body, 1)), [value]);
}
