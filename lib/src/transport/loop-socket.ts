import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';
import type { Pipeline } from './pipeline';

/** A descriptor in the event loop. What comes on it is read straight to where the pipeline wants it. */
export function loopSocket(options: SocketConstructorOpts, pipeline: Pipeline): Socket {
  const onread: OnReadOpts = {
    buffer: () => pipeline.receiver.space(),
    callback: (bytes) => {
      pipeline.received(bytes);
      return true;
    },
  };
  // Node takes it here as it does in `connect`; its types know it only there.
  const socket = new Socket({ ...options, onread } as SocketConstructorOpts);
  let broken: Error | undefined;
  socket.on('error', (cause) => {
    broken = cause;
  });
  socket.once('end', () => pipeline.lost());
  socket.once('close', () => pipeline.lost(broken));
  socket.unref();
  return socket;
}
