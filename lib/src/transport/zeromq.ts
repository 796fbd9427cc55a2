import { hostPort } from './host-port';
import { socketPath } from './socket-path';
import type { ListenerTransport } from './transport';
import { checkedPath } from './unix';
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
  connect: async (path, options) => connectZeromq({ path: checkedPath(path) }, path, options),
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
    return connectZeromq(hostPort(address), address, options);
  },
};
