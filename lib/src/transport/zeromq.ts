import { ConnectionError } from '../errors';
import { LONGEST_PATH, socketPath } from './socket-path';
import { hostAndPort } from './tcp';
import type { ListenerTransport } from './transport';
import { connectZeromq } from './zeromq-line';

/** ZeroMQ over a Unix socket: a DEALER of npm's zeromq (libzmq) to the engine's ROUTER. */
export const zeromqIpc: ListenerTransport & { name: 'zeromq-ipc' } = {
  kind: 'listener',
  name: 'zeromq-ipc',
  program: 'ipc-tax-zeromq-engine',
  keepsState: true,
  listen() {
    const path = socketPath();
    return { args: ['--ipc', path], file: path };
  },
  addressIn: (line) => /^listening zeromq-ipc (.+)$/.exec(line)?.[1] ?? null,
  async connect(path, options) {
    const bytes = Buffer.byteLength(path);
    if (bytes > LONGEST_PATH) {
      throw new ConnectionError(
        `can't connect to ${path}: the path has ${bytes} bytes, a socket's at most ${LONGEST_PATH}`,
      );
    }
    return connectZeromq({ path }, path, options);
  },
};

/** ZeroMQ over TCP on the loopback interface. */
export const zeromqTcp: ListenerTransport & { name: 'zeromq-tcp' } = {
  kind: 'listener',
  name: 'zeromq-tcp',
  program: 'ipc-tax-zeromq-engine',
  keepsState: true,
  listen: () => ({ args: ['--tcp', '127.0.0.1:0'], file: null }),
  addressIn: (line) => /^listening zeromq-tcp (\S+)$/.exec(line)?.[1] ?? null,
  async connect(address, options) {
    const { host, port } = hostAndPort(address);
    return connectZeromq({ host, port }, address, options);
  },
};
