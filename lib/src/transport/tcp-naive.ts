import { hostPort } from './host-port';
import { tcp } from './tcp';
import type { ListenerTransport } from './transport';
import { connectUsually } from './usual-code';

/**
 * TCP with the usual code on this side, to show what the tuned form is worth. TCP_NODELAY is set: every HTTP client
 * and server sets it, and a frame is one write anyway.
 */
export const tcpNaive: ListenerTransport & { name: 'tcp-naive' } = {
  ...tcp,
  name: 'tcp-naive',
  connect: async (address, options) =>
    connectUsually({ ...hostPort(address), noDelay: true }, address, options),
};
