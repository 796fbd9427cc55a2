import { sharedMemoryTransport } from './shared-memory/connect';

/**
 * Shared memory whose sides spin for at most 50 microseconds, less where that brought nothing, and then sleep on a futex:
 * the least a boundary between processes can cost, without holding a processor for long.
 */
export const sharedMemory = sharedMemoryTransport('shared-memory', 'spinThenFutex');
