import { isIP } from 'node:net';
import { ConnectionError } from '../errors';
import type { Connection, ConnectOptions } from './connection';
import { connectSocket } from './socket';
import type { ListenerTransport } from './transport';

/** TCP on the loopback interface, with TCP_NODELAY; the system picks the port. */
export const tcp: ListenerTransport & { name: 'tcp' } = {
  kind: 'listener',
  name: 'tcp',
  program: 'ipc-tax-engine',
  keepsState: true,
  listen: () => ({ args: ['--tcp', '127.0.0.1:0'], file: null }),
  addressIn: (line) => /^listening tcp (\S+)$/.exec(line)?.[1] ?? null,
  connect: connectTcp,
};

/**
 * Connects to an engine's `HOST:PORT`.
 * @throws ConnectionError when nothing listens there, or the address is no such pair.
 */
export async function connectTcp(address: string, options: ConnectOptions): Promise<Connection> {
  const where = { ...hostAndPort(address), noDelay: true };
  return connectSocket(where, address, { ...options, reset: true });
}

/**
 * The two parts of `HOST:PORT`; the host is an address, an IPv6 one in brackets, or localhost.
 * @throws ConnectionError when it is no such pair.
 */
export function hostAndPort(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, Math.max(colon, 0)).replace(/^\[(.*)\]$/, '$1');
  const port = Number(address.slice(colon + 1));
  if ((isIP(host) === 0 && host !== 'localhost') || !Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ConnectionError(`can't connect to ${address}: expected HOST:PORT`);
  }
  return { host, port };
}
