import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openThread } from '../../../src/transport/worker/connect';
import { Ring } from '../../../src/transport/worker/ring';
import type { Crossing, ThreadData } from '../../../src/transport/worker/settings';
import { defaultSettings } from '../../../src/transport/worker/thread-engine';
import { type Accept, framesAsMessages, type ScriptedPeer, streamOfBytes } from './peer';

/** A scripted engine in a worker thread, which is told its behaviour as the kernel it is to use. */
export function workerPeer(crossing: Crossing): ScriptedPeer {
  const inMemory = crossing.startsWith('shared');
  return {
    ...(inMemory ? { ...streamOfBytes, blocking: true } : { ...framesAsMessages, takesBack: false }),
    serve: async (_, accept) => {
      const { memory } = workerData as ThreadData;
      if (memory === null) serveMessages(accept);
      else await serveMemory(memory, accept);
      return null;
    },
    open: (behaviour, options) =>
      openThread(
        join(__dirname, '..', 'worker-program.js'),
        crossing,
        { ...defaultSettings, kernel: behaviour },
        options,
      ),
  };
}

function serveMessages(accept: Accept): void {
  const port = parentPort!;
  const take = accept({
    send: (bytes, sent) => {
      port.postMessage(bytes);
      sent?.();
    },
    close: () => {
      port.removeAllListeners('message');
      port.postMessage(null);
    },
    pause: () => port.removeAllListeners('message'),
  });
  port.on('message', take);
  setInterval(() => {}, 1000);
}

async function serveMemory(memory: SharedArrayBuffer, accept: Accept): Promise<void> {
  const requests = new Ring(memory, 0, false);
  const replies = new Ring(memory, 1, false);
  process.once('exit', () => replies.end());
  let sending = Promise.resolve();
  let paused = false;
  const send = async (bytes: Uint8Array, sent?: () => void) => {
    for (let at = 0; at < bytes.length; ) {
      at += replies.write(bytes.subarray(at));
      if (at < bytes.length) await replies.untilWritable();
    }
    sent?.();
  };
  const take = accept({
    send: (bytes, sent) => {
      sending = sending.then(() => send(bytes, sent));
    },
    close: () => {
      paused = true;
      sending = sending.then(() => replies.end());
    },
    pause: () => {
      paused = true;
    },
  });
  // Waiting for memory to change keeps no thread alive.
  setInterval(() => {}, 1000);
  const bytes = new Uint8Array(64 * 1024);
  while (!paused) {
    const count = requests.read(bytes);
    if (count > 0) take(bytes.slice(0, count));
    else await requests.untilReadable();
  }
}
