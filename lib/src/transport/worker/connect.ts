import { join } from 'node:path';
import type { Exit } from '../child';
import type { Connection, ConnectOptions } from '../connection';
import { InPlacePipeline } from '../in-place';
import { checkSignal } from '../patience';
import { Pipeline } from '../pipeline';
import type { ThreadTransport } from '../transport';
import { MessageLine } from './message-line';
import { Ring, ringMemory } from './ring';
import type { Crossing, ThreadSettings } from './settings';
import { SharedLine } from './shared-line';
import { Thread } from './thread';

/** A connection to an engine in a thread of its own, which ends with it. */
export interface ThreadConnection extends Connection {
  /** When the thread has ended. */
  readonly exited: Promise<Exit>;
}

/** A transport to a worker thread, over which frames cross in that way. */
export function workerTransport<Name extends string>(
  name: Name,
  crossing: Crossing,
): ThreadTransport & { name: Name } {
  return {
    kind: 'thread',
    name,
    keepsState: true,
    open: (settings, options) => openThread(join(__dirname, 'main.js'), crossing, settings, options),
  };
}

/** Starts a thread and connects to it. `file` is the compiled module that it runs. */
export async function openThread(
  file: string,
  crossing: Crossing,
  settings: ThreadSettings,
  { signal, longestReply }: ConnectOptions,
): Promise<ThreadConnection> {
  checkSignal('starting a worker thread', signal);
  const memory = crossing === 'sharedWait' || crossing === 'sharedSpin' ? ringMemory() : null;
  const thread = new Thread(file, { crossing, memory, settings });
  const pipeline = connected(thread, crossing, memory, longestReply);
  void thread.exited.then(() => pipeline.ended((cause) => thread.exitError(cause)));
  return Object.assign(pipeline, { exited: thread.exited });
}

function connected(
  thread: Thread,
  crossing: Crossing,
  memory: SharedArrayBuffer | null,
  longestReply: number,
): Pipeline {
  if (memory === null) {
    const line = new MessageLine(thread, crossing === 'transfer');
    const pipeline = new Pipeline(line, longestReply);
    line.use(pipeline);
    return pipeline;
  }
  const spins = crossing === 'sharedSpin';
  const line = new SharedLine(thread, new Ring(memory, 0, spins), new Ring(memory, 1, spins));
  const pipeline = new InPlacePipeline(line, longestReply);
  line.use(pipeline);
  return pipeline;
}
