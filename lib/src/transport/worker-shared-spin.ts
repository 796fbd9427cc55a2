import { workerTransport } from './worker/connect';

/** A worker thread that shares memory; who waits in place looks again and again for 50 µs before it sleeps. */
export const workerSharedSpin = workerTransport('worker-shared-spin', 'sharedSpin');
