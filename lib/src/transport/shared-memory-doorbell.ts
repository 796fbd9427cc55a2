import { sharedMemoryTransport } from './shared-memory/connect';

/**
 * Shared memory for the bytes and a Unix socket as doorbell, a byte a message: asynchronous, and nobody spins. What an
 * event loop can wait for is a descriptor, so this is the form in which it waits without help.
 */
export const sharedMemoryDoorbell = sharedMemoryTransport('shared-memory-doorbell', 'doorbell');
