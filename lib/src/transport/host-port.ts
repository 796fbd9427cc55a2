import { isIP } from 'node:net';
import { ConnectionError } from '../errors';

/**
 * The two parts of `HOST:PORT`, where the host is an IP address (IPv6 in brackets) or localhost.
 * @throws ConnectionError when the address is no such pair.
 */
export function hostPort(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, Math.max(colon, 0)).replace(/^\[(.*)\]$/, '$1');
  const port = Number(address.slice(colon + 1));
  if ((isIP(host) === 0 && host !== 'localhost') || !Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ConnectionError(`can't connect to ${address}: expected HOST:PORT`);
  }
  return { host, port };
}
