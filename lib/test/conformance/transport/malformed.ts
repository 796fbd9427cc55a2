import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { ProtocolError } from '../../../src/errors';
import { until } from '../../engine/processes';
import type { BehaviourName } from '../behaviours';
import { malformedMessages } from '../peers/malformed-messages';
import { type Cases, one } from './case';

type Malformed = [behaviour: BehaviourName, says: RegExp];

/** Replies whose envelope is whole, and what is in it not. */
const frames: Malformed[] = [
  ['wrongLength', /echo reply: got a body of 0 bytes, expected 8/],
  ['shortError', /error frame: got 1 bytes, expected a code of 2 and a message/],
  ['garbledError', /error frame: got bytes that are not UTF-8/],
];

/** The same of streams, and lengths that are wrong before the bytes come. */
const streams: Malformed[] = [
  ...frames,
  ['longestLength', /echo reply: got a body of 2147483647 bytes, expected at most 268435456/],
  ['longError', /error frame: got a body of 4097 bytes, expected at most 4096/],
];

const messages: Malformed[] = [
  ...frames,
  ['longErrorMessage', /error frame: got a body of 4097 bytes, expected at most 4096/],
];

/** Bytes that are no reply: a ProtocolError that says what came and what was expected. */
export function malformedCases(cases: Cases): void {
  const { peer, lasting } = cases;

  describe(cases.group('bytes that are no reply'), () => {
    const ownMessages = peer.malformed !== undefined;
    for (const [behaviour, expected] of peer.carries === 'bytes' ? streams : ownMessages ? [] : messages) {
      cases.over(behaviour, behaviour, async (connection) => {
        await assert.rejects(cases.echo(connection, one), isProtocolError(expected));
      });
    }

    if (peer.carries === 'messages') {
      for (const [i, { name, says }] of (peer.malformed ?? malformedMessages).entries()) {
        cases.over(name, 'malformed', async (connection) => {
          await assert.rejects(cases.echo(connection, Float64Array.of(i)), isProtocolError(says));
        });
      }
    }

    if (peer.unasked) {
      cases.over('a reply too many', 'unasked', async (connection) => {
        const first = cases.echo(connection, one);
        if (!lasting) return assert.rejects(first, ProtocolError);
        await first;
        await until('the second reply came', () => connection.failure !== null);
        await assert.rejects(
          cases.echo(connection, one),
          isProtocolError(/got a reply of 8 bytes, expected none/),
        );
      });
    }
  });
}

function isProtocolError(says: RegExp): (error: unknown) => true {
  return (error) => {
    assert(error instanceof ProtocolError, `${error}`);
    assert.match(error.message, says);
    return true;
  };
}
