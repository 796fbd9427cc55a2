import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CancelledError, ConnectionError, TimeoutError } from '../../../src/errors';
import { type Cases, one } from './case';

/** Requests that are given up: before, while and after they are sent. */
export function givingUpCases(cases: Cases): void {
  const { lasting, peer } = cases;

  describe(cases.group('giving up'), () => {
    cases.over('an aborted signal sends nothing', 'answer', async (connection) => {
      const signal = AbortSignal.abort(new Error('never mind'));
      await assert.rejects(cases.echo(connection, one, { signal }), CancelledError);
      await cases.echoed(connection, one);
    });

    cases.over('aborted while waiting for the reply', 'silent', async (connection) => {
      const abort = new AbortController();
      const reason = new Error('changed my mind');
      const call = cases.echo(connection, one, { signal: abort.signal });
      const other = lasting ? cases.echo(connection, one) : null;
      setTimeout(() => abort.abort(reason), 50);
      const [first, second] = await Promise.allSettled([call, other]);
      assert(first.status === 'rejected' && first.reason instanceof CancelledError);
      assert.equal(first.reason.cause, reason);
      if (!lasting) return;
      assert(second.status === 'rejected' && second.reason instanceof ConnectionError);
      assert.match(second.reason.message, /the connection was closed: echo was cancelled/);
      assert.equal(connection.lostByPeer, false);
      await assert.rejects(cases.echo(connection, one), ConnectionError);
    });

    if (lasting) {
      cases.over('one signal for very many calls, without a warning', 'silent', async (connection) => {
        const warnings: Error[] = [];
        const warned = (warning: Error) => warnings.push(warning);
        process.on('warning', warned);
        const abort = new AbortController();
        const calls = Array.from({ length: 100 }, () =>
          cases.echo(connection, one, { signal: abort.signal }),
        );
        setTimeout(() => abort.abort(), 20);
        const results = await Promise.allSettled(calls);
        assert(results.every(({ status }) => status === 'rejected'));
        process.off('warning', warned);
        assert.deepEqual(warnings, []);
      });
    }

    cases.over('aborted while sending', 'deaf', async (connection) => {
      const abort = new AbortController();
      const call = cases.echo(connection, new Float64Array(4_000_000), { signal: abort.signal });
      setTimeout(() => abort.abort(), 50);
      await assert.rejects(call, CancelledError);
    });

    if (lasting && peer.takesBack) {
      cases.over('a request not sent yet is taken back, the others stay', 'deaf', async (connection) => {
        const stuck = cases.echo(connection, new Float64Array(4_000_000));
        const abort = new AbortController();
        const unsent = cases.echo(connection, one, { signal: abort.signal });
        const late = cases.echo(connection, one, { timeout: 20 });
        abort.abort();
        await assert.rejects(unsent, CancelledError);
        await assert.rejects(late, TimeoutError);
        assert.equal(connection.failure, null);
        connection.cancel('enough');
        await assert.rejects(stuck, CancelledError);
        assert(connection.failure !== null);
      });
    }

    cases.over('cancel: every request under way', 'silent', async (connection) => {
      connection.cancel('none is under way');
      assert.equal(connection.failure, null);
      const calls = [cases.echo(connection, one), cases.echo(connection, one)];
      setTimeout(() => connection.cancel('interrupted'), 20);
      for (const result of await Promise.allSettled(calls)) {
        assert(result.status === 'rejected' && result.reason instanceof CancelledError);
        assert.equal(result.reason.cause, 'interrupted');
      }
    });

    cases.over('close: twice, with requests under way, and none after', 'silent', async (connection) => {
      const call = assert.rejects(cases.echo(connection, one), /the connection is closed/);
      await Promise.all([connection.close(), connection.close()]);
      await call;
      await assert.rejects(cases.echo(connection, one), /the connection is closed/);
      await connection.close();
    });
  });
}

/** Requests that run out of time, in every way they are made. */
export function timeoutCases(cases: Cases): void {
  describe(cases.group('out of time'), () => {
    cases.over('a timeout', 'silent', async (connection) => {
      await assert.rejects(cases.echo(connection, one, { timeout: 1.5 }), { code: 'OPTION' });
      await assert.rejects(cases.echo(connection, one, { timeout: 2 ** 31 }), { code: 'OPTION' });
      assert.equal(connection.failure, null);
      await assert.rejects(cases.echo(connection, one, { timeout: 30 }), (error) => {
        assert(error instanceof TimeoutError);
        assert.match(error.message, /echo took longer than its timeout of 30 ms/);
        return true;
      });
      if (cases.lasting) await assert.rejects(cases.echo(connection, one), ConnectionError);
    });

    cases.over('a timeout while sending', 'deaf', async (connection) => {
      const call = cases.echo(connection, new Float64Array(4_000_000), { timeout: 60 });
      await assert.rejects(call, TimeoutError);
    });
  });
}
