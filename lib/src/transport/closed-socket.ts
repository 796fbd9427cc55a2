import type { Socket } from 'node:net';

/** Destroys it, and resolves when it is closed. */
export function closedSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve();
    socket.ref();
    socket.once('close', () => resolve());
    socket.destroy();
  });
}
