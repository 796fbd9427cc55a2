import { workerPeer } from './worker';

export const peer = workerPeer('sharedWait');
