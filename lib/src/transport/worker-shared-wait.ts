import { workerTransport } from './worker/connect';

/** A worker thread that shares memory; who waits sleeps with Atomics.wait. */
export const workerSharedWait = workerTransport('worker-shared-wait', 'sharedWait');
