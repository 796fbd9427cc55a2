import { ConnectionError } from '../errors';
import type { Connection, ConnectOptions } from './connection';
import { connectSocket } from './socket';
import { LONGEST_PATH, socketPath } from './socket-path';
import type { ListenerTransport } from './transport';

/** A Unix domain socket: the engine listens on a file. */
export const unix: ListenerTransport & { name: 'unix' } = {
  kind: 'listener',
  name: 'unix',
  program: 'ipc-tax-engine',
  keepsState: true,
  listen() {
    const path = socketPath();
    return { args: ['--unix', path], file: path };
  },
  addressIn: (line) => /^listening unix (.+)$/.exec(line)?.[1] ?? null,
  connect: connectUnix,
};

/**
 * Connects to an engine's Unix socket.
 * @throws ConnectionError when nothing listens there; also for a path over 107 bytes, which the system would cut.
 */
export async function connectUnix(path: string, options: ConnectOptions): Promise<Connection> {
  return connectSocket({ path: checkedPath(path) }, path, { ...options, reset: false });
}

/** @throws ConnectionError for a path that is too long for a socket. */
export function checkedPath(path: string): string {
  const bytes = Buffer.byteLength(path);
  if (bytes > LONGEST_PATH) {
    throw new ConnectionError(
      `can't connect to ${path}: the path has ${bytes} bytes, a socket's at most ${LONGEST_PATH}`,
    );
  }
  return path;
}
