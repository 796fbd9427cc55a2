import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { OptionError } from '../../../src/errors';
import { echoRequest, readEchoReply } from '../../../src/wire';
import { type Cases, one } from './case';
import { blocking } from './ways';

/** What only connections that can wait in place do. */
export function waitingInPlaceCases(cases: Cases): void {
  describe(cases.group('waiting in place'), () => {
    cases.over('both ways in turn on one connection', 'answer', async (connection) => {
      for (let i = 0; i < 10; i++) {
        await cases.echoed(connection, one);
        const floats = Float64Array.of(i);
        const body = blocking(connection).exchange(echoRequest(floats), { what: 'echo', bytes: 8 });
        assert.deepEqual(readEchoReply(body, 1), floats);
      }
    });

    cases.over('not while a request is under way, which stays', 'answer', async (connection) => {
      const call = cases.echoed(connection, cases.floats(1000));
      assert.throws(
        () => blocking(connection).exchange(echoRequest(one), { what: 'echo', bytes: 8 }),
        OptionError,
      );
      await call;
      await cases.echoed(connection, one);
    });

    cases.over('returns, and throws, before the next line', 'answer', async (connection) => {
      let later = false;
      queueMicrotask(() => {
        later = true;
      });
      const body = blocking(connection).exchange(echoRequest(one), { what: 'echo', bytes: 8 });
      assert(body instanceof Uint8Array);
      assert.equal(later, false);
      await connection.close();
      assert.throws(
        () => blocking(connection).exchange(echoRequest(one), { what: 'echo', bytes: 8 }),
        /the connection is closed/,
      );
    });
  });
}
