import { sharedMemoryTransport } from './shared-memory/connect';

/** Shared memory whose sides never spin: they sleep on a futex at once. */
export const sharedMemoryFutex = sharedMemoryTransport('shared-memory-futex', 'futex');
