import type { Connection, ConnectOptions } from './connection';
import { hostPort } from './host-port';
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
  const where = { ...hostPort(address), noDelay: true };
  return connectSocket(where, address, { ...options, reset: true });
}
