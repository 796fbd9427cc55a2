import { workerData } from 'node:worker_threads';
import type { ThreadData } from '../../src/transport/worker/settings';
import { tellWords } from '../../src/transport/worker/words';
import { accepting, type BehaviourName } from './behaviours';
import { workerPeer } from './peers/worker';

// The scripted engine in a worker thread. Its behaviour comes in the place of the kernel.

tellWords();
const { crossing, settings } = workerData as ThreadData;
const peer = workerPeer(crossing);
void peer.serve(
  [],
  accepting(() => settings.kernel as BehaviourName, peer),
);
