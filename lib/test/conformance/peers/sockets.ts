import { createServer, type Server } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { type Accept, type ScriptedPeer, streamOfBytes, type Wire } from './peer';

/** A wire over two streams, which may be one. */
export function streamWire(input: Readable, output: Writable, close: () => void): Wire {
  output.on('error', () => {});
  input.on('error', () => {});
  return { send: (bytes, sent) => output.write(bytes, sent), close, pause: () => input.pause() };
}

/** Listens, and accepts connections that carry a stream of bytes. */
function serveStreams(
  listen: (server: Server, listening: () => void) => void,
  accept: Accept,
): Promise<Server> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    const take = accept(streamWire(socket, socket, () => socket.end()));
    socket.on('data', take);
  });
  return new Promise((resolve) => listen(server, () => resolve(server)));
}

/** A Unix socket: `--unix PATH`. */
export const unixPeer: ScriptedPeer = {
  ...streamOfBytes,
  async serve([, path], accept) {
    await serveStreams((server, listening) => server.listen(path, listening), accept);
    return `listening unix ${path}`;
  },
};

/** TCP on the loopback interface: `--tcp 127.0.0.1:0`. */
export const tcpPeer: ScriptedPeer = {
  ...streamOfBytes,
  async serve(_, accept) {
    const server = await serveStreams((made, listening) => made.listen(0, '127.0.0.1', listening), accept);
    const address = server.address();
    return `listening tcp 127.0.0.1:${typeof address === 'object' ? address?.port : null}`;
  },
};

/** A program's own stdin and stdout. */
export const stdioPeer: ScriptedPeer = {
  ...streamOfBytes,
  async serve(_, accept) {
    const take = accept(streamWire(process.stdin, process.stdout, () => process.exit(0)));
    process.stdin.on('data', take);
    return null;
  },
};
