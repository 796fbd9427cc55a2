import { isSharing } from '../../src/transport';
import { sharedMemory } from '../../src/transport/shared-memory';
import { defaultLimits, sweepRequest } from '../../src/wire';

// A client to be killed: node shared-memory-program.js PATH
// connects, shares a segment, asks for a sweep that does not end, and says so.

async function main(): Promise<void> {
  const connection = await sharedMemory.connect(process.argv[2]!, { longestReply: defaultLimits.frameBytes });
  if (!isSharing(connection)) throw new Error('got a connection that shares no memory');
  const close = connection.allocate(100_000).fill(1);
  const combo = { half: 1 << 15, full: 1 << 16, sqrt: 300, pThird: 1 << 15, pHalf: 1 << 15, p: 1 << 16 };
  const sweep = connection.request(sweepRequest(close, Array(1000).fill(combo)), { what: 'sweep' });
  process.stdout.write('waiting\n');
  await sweep;
}

void main();
