import { createServer, type Socket } from 'node:net';
import { sharedMemoryAddon, type WaitMode, waitModes } from '../../../src/transport/shared-memory/addon';
import { SharedStream } from '../../../src/transport/shared-memory/stream';
import { type Accept, type ScriptedPeer, streamOfBytes } from './peer';

/** Shared memory, the addon mapping the listener's side: `--shared-memory PATH`. */
export const peer: ScriptedPeer = {
  ...streamOfBytes,
  blocking: true,
  async serve([, path], accept) {
    const { offerSharedMemory } = await sharedMemoryAddon();
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      const native = offerSharedMemory(descriptorOf(socket));
      // The addon has a descriptor of its own.
      socket.destroy();
      const mode = Object.keys(waitModes)[native.mode] as WaitMode;
      speak(accept, (taker) => new SharedStream(native, mode, taker, true));
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    return `listening shared-memory ${path}`;
  },
};

function speak(accept: Accept, open: (taker: ConstructorParameters<typeof SharedStream>[2]) => SharedStream) {
  const space = new Uint8Array(65_536);
  const stream = open({
    space: () => space,
    received: (bytes) => take(space.slice(0, bytes)),
    ended: () => stream.close(),
    broken: () => stream.close(),
  });
  // It serves as long as the process does.
  stream.hold();
  const waiting: { bytes: Uint8Array; sent: () => void }[] = [];
  let closing = false;
  const goOn = () => {
    for (let next = stream.idle && waiting.shift(); next; next = stream.idle && waiting.shift()) {
      const { bytes, sent } = next;
      // Said before more is taken in, so that a script can end the connection after its reply.
      const whole = stream.sendNow([bytes], () => {
        sent();
        queueMicrotask(goOn);
      });
      if (whole) sent();
    }
    if (closing && stream.idle) stream.close();
  };
  const take = accept({
    send: (bytes, sent = () => {}) => {
      waiting.push({ bytes, sent });
      goOn();
    },
    close: () => {
      closing = true;
      goOn();
    },
    pause: () => stream.pause(),
  });
  stream.listen();
}

/** Node tells it to nobody, but this is a test. */
function descriptorOf(socket: Socket): number {
  return (socket as unknown as { _handle: { fd: number } })._handle.fd;
}
