import assert from 'node:assert/strict';
import type { BlockingConnection, Connection, RequestOptions } from '../../../src/transport';
import type { FrameParts } from '../../../src/wire';

/** One of the ways to make a request on a connection. */
export interface Way {
  /** For the names of tests. */
  readonly name: string;
  request(connection: Connection, parts: FrameParts, options: RequestOptions): Promise<Uint8Array>;
}

/** With the event loop: every connection. */
export const asRequest: Way = {
  name: '',
  request: (connection, parts, options) => connection.request(parts, options),
};

/** Waiting in place: a BlockingConnection. What it throws becomes a rejection, so that tests read the same. */
export const inPlace: Way = {
  name: ', in place',
  request: async (connection, parts, { signal: _, ...options }) =>
    blocking(connection).exchange(parts, options),
};

/** A connection that can wait in place, as its peer says it can. */
export function blocking(connection: Connection): BlockingConnection {
  assert('exchange' in connection, 'the connection has no exchange');
  return connection as BlockingConnection;
}
