import { sharedMemoryTransport } from './shared-memory/connect';

/**
 * Shared memory whose sides spin for up to 10 milliseconds before they sleep on a futex: for a loop whose pauses are shorter
 * than that, on a processor for each side.
 */
export const sharedMemorySpin = sharedMemoryTransport('shared-memory-spin', 'spin');
