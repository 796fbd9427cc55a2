import { transportNamed } from '../../../src/transport';
import { defaultLimits, echoRequest, loadRequest } from '../../../src/wire';

// A client that takes much, and that its test stops in the middle of it:
//   node hostile-client.js TRANSPORT ADDRESS CONNECTIONS

const [transport, address, connections] = process.argv.slice(2) as [string, string, string];

async function main(): Promise<void> {
  const how = transportNamed(transport as Parameters<typeof transportNamed>[0]);
  if (how.kind !== 'listener') throw new Error(`${transport} has no clients that come and go`);
  const opened = await Promise.all(
    Array.from({ length: Number(connections) }, () =>
      how.connect(address, { longestReply: defaultLimits.frameBytes }),
    ),
  );
  // A series each, then replies that nobody will read.
  const loads = opened.map((connection) =>
    connection.request(loadRequest(new Float64Array(1000)), { what: 'load', bytes: 4 }),
  );
  await Promise.all(loads);
  const floats = new Float64Array(131_072).fill(1);
  const echo = { what: 'echo', bytes: floats.byteLength };
  for (const connection of opened) {
    for (let i = 0; i < 8; i++) connection.request(echoRequest(floats), echo).catch(() => {});
  }
  process.stderr.write('sending\n');
}

void main();
