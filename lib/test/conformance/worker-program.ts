import { workerData } from 'node:worker_threads';
import type { ThreadData } from '../../src/transport/worker/settings';
import { accepting, type BehaviourName } from './behaviours';
import { workerPeer } from './peers/worker';

// The scripted engine in a worker thread. Its behaviour comes in the place of the kernel.

// What a worker writes has left when the other side's event loop has taken it, which a test that waits in place stops.
const write = process.stderr.write.bind(process.stderr) as (text: string) => boolean;
process.stderr.write = ((text: string, written?: () => void) => {
  if (written) setImmediate(written);
  return write(text);
}) as typeof process.stderr.write;

const { crossing, settings } = workerData as ThreadData;
const peer = workerPeer(crossing);
void peer.serve(
  [],
  accepting(() => settings.kernel as BehaviourName, peer),
);
