import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  CancelledError,
  ConnectionError,
  EngineExitError,
  EngineReplyError,
  type IpcTaxError,
  ProtocolError,
  TimeoutError,
} from '../../src/errors';
import type { Connection, Transport } from '../../src/transport';
import { bytesOf, echoRequest, errorMeaning, readEchoReply } from '../../src/wire';
import { withPeer } from './counterpart';
import { arbitraryFloats, assertSameBits } from './floats';
import type { BehaviourName } from './peer';

/** A hang fails the test instead of the run. */
const watchdog = { timeout: 30_000 };

function echo(
  connection: Connection,
  floats: Float64Array,
  options: { signal?: AbortSignal; timeout?: number; into?: Uint8Array } = {},
) {
  return connection.request(echoRequest(floats), { what: 'echo', bytes: floats.byteLength, ...options });
}

async function echoed(connection: Connection, floats: Float64Array): Promise<void> {
  assertSameBits(readEchoReply(await echo(connection, floats), floats.length), floats);
}

/** What an error says, its cause included. */
function words(error: IpcTaxError): string {
  return `${error.message}; ${error.cause instanceof Error ? error.cause.message : ''}`;
}

/** What every transport does alike, seen with a scripted engine at its other end. */
export function transportSuite(transport: Transport): void {
  const lasting = transport.keepsState;
  const over = (name: string, behaviour: BehaviourName, use: Parameters<typeof withPeer>[2]) =>
    test(name, watchdog, () => withPeer(transport, behaviour, use));
  const one = Float64Array.of(1.5);

  describe(`${transport.name}: replies`, () => {
    over('lengths around every boundary come back bit for bit', 'answer', async (connection) => {
      // 255 to 257: where a request is written in pieces; 8,190 to 8,193: where a read ends inside a reply.
      const counts = [0, 1, 2, 255, 256, 257, 8190, 8191, 8192, 8193, 131_072];
      // A process each where nothing lasts: fewer will do.
      for (const count of lasting ? counts : counts.filter((_, i) => i % 2 === 0)) {
        await echoed(connection, arbitraryFloats(count));
      }
    });

    over('one byte at a time', 'byteByByte', async (connection) => {
      await echoed(connection, arbitraryFloats(7));
      await echoed(connection, arbitraryFloats(0));
    });

    if (lasting) {
      over('two replies in one piece', 'twoAtOnce', async (connection) => {
        await Promise.all([echoed(connection, arbitraryFloats(3)), echoed(connection, one)]);
        await Promise.all([
          echoed(connection, arbitraryFloats(0)),
          echoed(connection, arbitraryFloats(9000)),
        ]);
      });

      over('1,000 requests before the first reply', 'answer', async (connection) => {
        const floats = Array.from({ length: 1000 }, (_, i) => new Float64Array(i % 7).fill(i));
        await Promise.all(floats.map((each) => echoed(connection, each)));
      });
    }

    over('every reply has memory of its own, on a multiple of 8', 'answer', async (connection) => {
      const first = await echo(connection, arbitraryFloats(10_000));
      const second = await echo(connection, new Float64Array(10_000));
      assert.equal(first.byteOffset % 8, 0);
      assert.notEqual(first.buffer, second.buffer);
      assertSameBits(readEchoReply(first, 10_000), arbitraryFloats(10_000));
    });

    over('into: the reply is put there', 'answer', async (connection) => {
      const room = new Float64Array(20_000);
      for (const count of [1, 20_000, 8192]) {
        const body = await echo(connection, arbitraryFloats(count), { into: bytesOf(room) });
        assert.equal(body.buffer, room.buffer);
        assertSameBits(room.subarray(0, count), arbitraryFloats(count));
      }
      const tooShort = echo(connection, arbitraryFloats(2), { into: new Uint8Array(15) });
      await assert.rejects(tooShort, /option into: got "15 bytes", expected room for the reply of 16 bytes/);
    });

    over('error frames of every code', 'refuse', async (connection) => {
      for (const code of [1, 2, 3, 4, 5, 7, 6]) {
        await assert.rejects(echo(connection, Float64Array.of(code)), (error) => {
          assert(error instanceof EngineReplyError);
          assert.equal(error.wireCode, code);
          assert.match(error.message, new RegExp(`error ${code}, ${errorMeaning(code)}.*as asked: ${code}`));
          return true;
        });
      }
      // Busy ends the connection, and whoever asks next hears why.
      if (lasting) await assert.rejects(echo(connection, one), { wireCode: 6 });
    });
  });

  describe(`${transport.name}: bytes that are no reply`, () => {
    const cases: [BehaviourName, RegExp][] = [
      ['longestLength', /echo reply: got a body of 2147483647 bytes, expected at most 268435456/],
      ['wrongLength', /echo reply: got a body of 0 bytes, expected 8/],
      ['longError', /error frame: got a body of 4097 bytes, expected at most 4096/],
      ['shortError', /error frame: got 1 bytes, expected a code of 2 and a message/],
      ['garbledError', /error frame: got bytes that are not UTF-8/],
    ];
    for (const [behaviour, expected] of cases) {
      over(behaviour, behaviour, async (connection) => {
        await assert.rejects(echo(connection, one), (error) => {
          assert(error instanceof ProtocolError);
          assert.match(error.message, expected);
          return true;
        });
      });
    }

    over('a reply too many', 'unasked', async (connection) => {
      const first = echo(connection, one);
      if (!lasting) return assert.rejects(first, ProtocolError);
      await first;
      await assert.rejects(echo(connection, one), /got a reply of 8 bytes, expected none/);
    });
  });

  describe(`${transport.name}: the peer goes away`, () => {
    const cases: [BehaviourName, RegExp][] = [
      ['closeBefore', /before it answered echo/],
      ['closeInside', /inside the reply to echo: 7 of 8 bytes of its body had come/],
      ['closeInsideLength', /inside the reply to echo: 2 of 4 bytes of its length had come/],
      ['dieBefore', /before it answered echo/],
      ['dieInside', /inside the reply to echo: 2 of 8 bytes of its body had come/],
    ];
    for (const [behaviour, expected] of cases) {
      over(behaviour, behaviour, async (connection) => {
        await assert.rejects(echo(connection, one), (error) => {
          assert(error instanceof ConnectionError || error instanceof EngineExitError);
          assert.match(words(error), expected);
          if (error instanceof EngineExitError && behaviour.startsWith('die')) {
            assert.equal(error.exitCode, 3);
            assert.match(error.stderr, /dying on purpose/);
          }
          return true;
        });
      });
    }

    over('closeAfter: the reply counts, and the next request fails', 'closeAfter', async (connection) => {
      await echoed(connection, one);
      if (!lasting) return;
      await assert.rejects(echo(connection, one), (error) => {
        assert(error instanceof ConnectionError || error instanceof EngineExitError);
        return true;
      });
    });

    if (lasting) {
      over('every request under way fails', 'closeBefore', async (connection) => {
        const calls = [1, 2, 3].map(() => echo(connection, one));
        const results = await Promise.allSettled(calls);
        assert(results.every(({ status }) => status === 'rejected'));
      });
    }
  });

  describe(`${transport.name}: giving up`, () => {
    over('an aborted signal sends nothing', 'answer', async (connection) => {
      const signal = AbortSignal.abort(new Error('never mind'));
      await assert.rejects(echo(connection, one, { signal }), CancelledError);
      await echoed(connection, one);
    });

    over('aborted while waiting for the reply', 'silent', async (connection) => {
      const abort = new AbortController();
      const reason = new Error('changed my mind');
      const call = echo(connection, one, { signal: abort.signal });
      const other = lasting ? echo(connection, one) : null;
      setTimeout(() => abort.abort(reason), 50);
      const [first, second] = await Promise.allSettled([call, other]);
      assert(first.status === 'rejected' && first.reason instanceof CancelledError);
      assert.equal(first.reason.cause, reason);
      if (!lasting) return;
      assert(second.status === 'rejected' && second.reason instanceof ConnectionError);
      assert.match(second.reason.message, /the connection was closed: echo was cancelled/);
      await assert.rejects(echo(connection, one), ConnectionError);
    });

    if (lasting) {
      over('one signal for very many calls, without a warning', 'silent', async (connection) => {
        const warnings: Error[] = [];
        const warned = (warning: Error) => warnings.push(warning);
        process.on('warning', warned);
        const abort = new AbortController();
        const calls = Array.from({ length: 100 }, () => echo(connection, one, { signal: abort.signal }));
        setTimeout(() => abort.abort(), 20);
        const results = await Promise.allSettled(calls);
        assert(results.every(({ status }) => status === 'rejected'));
        process.off('warning', warned);
        assert.deepEqual(warnings, []);
      });
    }

    over('aborted while sending', 'deaf', async (connection) => {
      const abort = new AbortController();
      const call = echo(connection, new Float64Array(4_000_000), { signal: abort.signal });
      setTimeout(() => abort.abort(), 50);
      await assert.rejects(call, CancelledError);
    });

    over('a timeout', 'silent', async (connection) => {
      await assert.rejects(echo(connection, one, { timeout: 30 }), (error) => {
        assert(error instanceof TimeoutError);
        assert.match(error.message, /echo took longer than its timeout of 30 ms/);
        return true;
      });
      await assert.rejects(echo(connection, one, { timeout: 1.5 }), { code: 'OPTION' });
      await assert.rejects(echo(connection, one, { timeout: 2 ** 31 }), { code: 'OPTION' });
    });

    if (lasting) {
      over('a request not sent yet is taken back, the others stay', 'deaf', async (connection) => {
        const stuck = echo(connection, new Float64Array(4_000_000));
        const abort = new AbortController();
        const unsent = echo(connection, one, { signal: abort.signal });
        const late = echo(connection, one, { timeout: 20 });
        abort.abort();
        await assert.rejects(unsent, CancelledError);
        await assert.rejects(late, TimeoutError);
        assert.equal(connection.failure, null);
        connection.cancel('enough');
        await assert.rejects(stuck, CancelledError);
        assert(connection.failure !== null);
      });
    }

    over('cancel: every request under way', 'silent', async (connection) => {
      connection.cancel('none is under way');
      assert.equal(connection.failure, null);
      const calls = [echo(connection, one), echo(connection, one)];
      setTimeout(() => connection.cancel('interrupted'), 20);
      for (const result of await Promise.allSettled(calls)) {
        assert(result.status === 'rejected' && result.reason instanceof CancelledError);
        assert.equal(result.reason.cause, 'interrupted');
      }
    });

    over('close: twice, with requests under way, and none after', 'silent', async (connection) => {
      const call = assert.rejects(echo(connection, one), /the connection is closed/);
      await Promise.all([connection.close(), connection.close()]);
      await call;
      await assert.rejects(echo(connection, one), /the connection is closed/);
      await connection.close();
    });
  });

  if (transport.kind === 'listener') {
    describe(`${transport.name}: connecting`, () => {
      over('64 clients at once', 'answer', async (_, peer) => {
        const clients = await Promise.all(Array.from({ length: 64 }, () => peer.connect()));
        await Promise.all(clients.map((client, i) => echoed(client, new Float64Array(1000 + i).fill(i))));
      });

      over('an aborted signal or no time', 'answer', async (_, peer) => {
        await assert.rejects(peer.connect({ signal: AbortSignal.abort() }), CancelledError);
      });
    });
  }
}
