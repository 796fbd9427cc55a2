import { parentPort, workerData } from 'node:worker_threads';
import { ErrorCode, errorReply, type FrameParts, joined, LENGTH_BYTES } from '../../wire';
import { FrameCutter } from './frame-cutter';
import { Ring } from './ring';
import type { ThreadData } from './settings';
import { ThreadEngine } from './thread-engine';
import { tellWords } from './words';

// The engine in a worker thread: answers until the thread is ended.

tellWords();
const { crossing, memory, settings } = workerData as ThreadData;
const engine = new ThreadEngine(settings);

if (memory === null) answerMessages();
else answerInMemory(memory);

function answerMessages(): void {
  const port = parentPort!;
  port.on('message', (frame: Uint8Array) => {
    const reply = owned(engine.answer(frame.subarray(LENGTH_BYTES)), frame);
    if (crossing === 'transfer') port.postMessage(reply, [reply.buffer as ArrayBuffer]);
    else port.postMessage(reply);
  });
}

/**
 * A reply in one piece, in memory that can be given away: not that of the pool that Node keeps for short ones. An echo's
 * floats stay where they came, with their length written before them, over the request's header.
 */
function owned(parts: FrameParts, request: Uint8Array): Uint8Array {
  const [head, floats] = parts as [Uint8Array, Uint8Array | undefined];
  if (floats === undefined) return head.byteLength === head.buffer.byteLength ? head : joined(parts);
  if (floats.buffer !== request.buffer || floats.byteLength === 0) return joined(parts);
  const reply = new Uint8Array(
    floats.buffer,
    floats.byteOffset - LENGTH_BYTES,
    LENGTH_BYTES + floats.byteLength,
  );
  reply.set(head);
  return reply;
}

/** Waits in place: nothing else happens in this thread. */
function answerInMemory(shared: SharedArrayBuffer): void {
  const spins = crossing === 'sharedSpin';
  const requests = new Ring(shared, 0, spins);
  const replies = new Ring(shared, 1, spins);
  // Whoever waits in place can't hear of the end of this thread in another way.
  process.once('exit', () => replies.end());
  const frames = new FrameCutter(settings.limits.frameBytes);
  const send = (parts: FrameParts) => {
    for (const part of parts) {
      for (let at = 0; at < part.byteLength; ) {
        at += replies.write(at === 0 ? part : part.subarray(at));
        if (at < part.byteLength) replies.waitToWrite();
      }
    }
  };
  while (frames.tooLong === null) {
    const body = frames.take();
    if (body !== null) send(engine.answer(body));
    requests.waitToRead();
    if (requests.isOver) return;
    frames.received(requests.read(frames.space()));
  }
  const expected = `expected at most ${settings.limits.frameBytes}`;
  send(errorReply(ErrorCode.tooLarge, `frame body_len: got ${frames.tooLong} bytes, ${expected}`));
  replies.end();
  // What still comes is thrown away, so that its sender gets to read that.
  for (const discarded = new Uint8Array(64 * 1024); !requests.isOver; requests.read(discarded)) {
    requests.waitToRead();
  }
}
