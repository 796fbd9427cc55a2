import { workerTransport } from './worker/connect';

/** A worker thread, to which frames are posted: each is copied on its way. */
export const workerMessage = workerTransport('worker-message', 'message');
