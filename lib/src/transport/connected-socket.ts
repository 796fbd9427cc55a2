import { connect, type Socket } from 'node:net';
import { ConnectionError } from '../errors';
import type { ConnectOptions } from './connection';
import { hostPort } from './host-port';
import { checkSignal, patience } from './patience';

/**
 * A TCP socket connected to `HOST:PORT`, for a library that speaks over it. Its errors are for whoever takes it; until
 * then none is lost: the socket is closed.
 * @throws ConnectionError when nothing listens there, or the address is no such pair; TimeoutError, CancelledError.
 */
export async function connectedSocket(address: string, options: ConnectOptions): Promise<Socket> {
  const where = hostPort(address);
  const what = `connecting to ${address}`;
  checkSignal(what, options.signal);
  return new Promise((resolve, reject) => {
    const socket = connect({ ...where, noDelay: true });
    const fail = (error: Error) => {
      forget();
      socket.destroy();
      reject(error);
    };
    const forget = patience(what, options, fail);
    const refused = (cause: Error) =>
      fail(new ConnectionError(`can't connect to ${address}: ${cause.message}`, { cause }));
    socket.once('error', refused);
    socket.once('connect', () => {
      forget();
      socket.off('error', refused);
      // Whoever speaks over it hears of it in other ways; an error nobody listens to would end this process.
      socket.on('error', () => {});
      socket.unref();
      resolve(socket);
    });
  });
}
