import { workerTransport } from './worker/connect';

/** A worker thread, to which frames are posted and their memory given away: one copy, so that the caller's stays its own. */
export const workerTransfer = workerTransport('worker-transfer', 'transfer');
