import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CodecError, EngineReplyError, ProtocolError } from '../../../src/errors';
import { bytesOf, errorMeaning, readEchoReply } from '../../../src/wire';
import { arbitraryFloats, assertSameBits, edgeFloats, hardFloats } from '../floats';
import { type Cases, one } from './case';

/** What comes back, in whatever pieces. */
export function replyCases(cases: Cases): void {
  const { lasting, peer } = cases;

  describe(cases.group('replies'), () => {
    cases.over('lengths around every boundary come back bit for bit', 'answer', async (connection) => {
      // 255 to 257: where a request is written in pieces; 8,190 to 8,193: where a read ends inside a reply.
      const counts = [0, 1, 2, 255, 256, 257, 8190, 8191, 8192, 8193, 131_072];
      // A process each where nothing lasts: fewer will do.
      for (const count of lasting ? counts : counts.filter((_, i) => i % 2 === 0)) {
        await cases.echoed(connection, cases.floats(count));
      }
    });

    cases.over(
      'subnormals, zero, the largest and the edges of whole numbers',
      'answer',
      async (connection) => {
        await cases.echoed(connection, edgeFloats);
      },
    );

    if (peer.lossless) {
      cases.over('NaN with its payload, -0 and infinities', 'answer', async (connection) => {
        await cases.echoed(connection, arbitraryFloats(Object.keys(hardFloats).length + 1));
      });
    } else {
      cases.over('NaN, -0 and infinities are refused by index and value', 'answer', async (connection) => {
        for (const [name, floats] of Object.entries(hardFloats)) {
          await assert.rejects(cases.echo(connection, Float64Array.of(1, floats[0]!, 2)), (error) => {
            assert(error instanceof CodecError, `${name}: ${error}`);
            assert(Object.is(error.value, floats[0]), name);
            assert.match(`${error.place}`, /\[1\]/);
            return true;
          });
        }
        await cases.echoed(connection, edgeFloats);
      });
    }

    cases.over('limit and limit + 1', 'answer', async (_, counterpart) => {
      const connection = await counterpart.connect({ longestReply: 8000 });
      await cases.echoed(connection, cases.floats(1000));
      await assert.rejects(cases.echo(connection, cases.floats(1001)), (error) => {
        assert(error instanceof ProtocolError, `${error}`);
        assert.match(error.message, /got .*, expected at most 8000/);
        return true;
      });
    });

    if (peer.carries === 'bytes') {
      cases.over('one byte at a time', 'byteByByte', async (connection) => {
        await cases.echoed(connection, cases.floats(7));
        await cases.echoed(connection, cases.floats(0));
      });

      cases.over('in two pieces, cut at every byte', 'cutLater', async (connection) => {
        // A reply of 4 + 16 bytes has 19 places to cut it; a process each is too much where nothing lasts.
        for (let cut = 1; cut <= (lasting ? 19 : 1); cut++) await cases.echoed(connection, cases.floats(2));
      });
    }

    cases.over('every reply has memory of its own, on a multiple of 8', 'answer', async (connection) => {
      const first = await cases.echo(connection, cases.floats(10_000));
      const second = await cases.echo(connection, new Float64Array(10_000));
      assert.equal(first.byteOffset % 8, 0);
      assert.notEqual(first.buffer, second.buffer);
      assertSameBits(readEchoReply(first, 10_000), cases.floats(10_000));
    });

    cases.over('into: the reply is put there', 'answer', async (connection) => {
      const room = new Float64Array(20_000);
      for (const count of [1, 20_000, 8192]) {
        const body = await cases.echo(connection, cases.floats(count), { into: bytesOf(room) });
        assert.equal(body.buffer, room.buffer);
        assertSameBits(room.subarray(0, count), cases.floats(count));
      }
      const tooShort = cases.echo(connection, cases.floats(2), { into: new Uint8Array(15) });
      await assert.rejects(tooShort, /option into: got "15 bytes", expected room for the reply of 16 bytes/);
    });

    cases.over('error frames of every code', 'refuse', async (connection) => {
      for (const code of [1, 2, 3, 4, 5, 7, 6]) {
        await assert.rejects(cases.echo(connection, Float64Array.of(code)), (error) => {
          assert(error instanceof EngineReplyError, `${error}`);
          assert.equal(error.wireCode, code);
          assert.match(error.message, new RegExp(`error ${code}, ${errorMeaning(code)}.*as asked: ${code}`));
          return true;
        });
      }
      // Busy ends the connection, and whoever asks next hears why.
      if (lasting) await assert.rejects(cases.echo(connection, one), { wireCode: 6 });
    });

    if (lasting) {
      cases.over(
        'a frame over the limit ends the connection, a count over one does not',
        'refuse',
        async (_, peer) => {
          const connection = await peer.connect({ longestReply: 89 });
          const tooLarge = new Float64Array(10).fill(3);
          await assert.rejects(cases.echo(connection, tooLarge), { wireCode: 3 });
          assert.equal(connection.failure, null);
          await assert.rejects(cases.echo(connection, new Float64Array(11).fill(3)), { wireCode: 3 });
          assert(connection.lostByPeer);
          await assert.rejects(cases.echo(connection, tooLarge), { wireCode: 3 });
        },
      );
    }
  });
}

/** Requests that do not wait for the replies before. */
export function pipelineCases(cases: Cases): void {
  if (!cases.lasting) return;

  describe(cases.group('many requests'), () => {
    if (cases.peer.carries === 'bytes') {
      cases.over('two replies in one piece', 'twoAtOnce', async (connection) => {
        await Promise.all([cases.echoed(connection, cases.floats(3)), cases.echoed(connection, one)]);
        await Promise.all([
          cases.echoed(connection, cases.floats(0)),
          cases.echoed(connection, cases.floats(9000)),
        ]);
      });

      cases.over('a reply and half of the next in one piece', 'oneAndAHalf', async (connection) => {
        for (const [first, second] of [
          [1, 2],
          [0, 1],
          [300, 9000],
        ] as const) {
          await Promise.all([
            cases.echoed(connection, cases.floats(first)),
            cases.echoed(connection, cases.floats(second)),
          ]);
        }
      });
    }

    cases.over('1,000 before the first reply', 'answer', async (connection) => {
      const floats = Array.from({ length: 1000 }, (_, i) => new Float64Array(i % 7).fill(i));
      await Promise.all(floats.map((each) => cases.echoed(connection, each)));
    });
  });
}
