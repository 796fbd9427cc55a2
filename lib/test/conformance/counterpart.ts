import { join } from 'node:path';
import type { Connection, ConnectOptions, ListenerTransport, Transport } from '../../src/transport';
import { Child } from '../../src/transport/child';
import { removeFile } from '../../src/transport/leftovers';
import { defaultLimits } from '../../src/wire';
import type { BehaviourName } from './behaviours';
import { lineOf } from './line-of';
import { peerOf } from './peers';

/** The scripted engine's program, speaking a transport. */
export const peerProgram = (transport: string, behaviour: BehaviourName, ...args: string[]) => ({
  command: process.execPath,
  args: [join(__dirname, 'peer-program.js'), transport, behaviour, ...args],
});

/** A scripted engine at the other end of some transport. */
export interface Counterpart {
  connect(options?: Partial<ConnectOptions>): Promise<Connection>;
}

/** A listening peer, which serves one test after another. */
interface Listening {
  child: Child;
  address: string;
  file: string | null;
}

const listening = new Map<string, Listening>();

async function listeningPeer(transport: ListenerTransport, behaviour: BehaviourName): Promise<Listening> {
  const running = listening.get(transport.name);
  if (running !== undefined && running.child.exit === null) {
    const changed = lineOf(running.child, (line) => (line === `behaves ${behaviour}` ? true : null));
    running.child.stdin.write(`${behaviour}\n`);
    await changed;
    return running;
  }
  const { args, file } = transport.listen();
  const child = await Child.start(peerProgram(transport.name, behaviour, ...args));
  const started = { child, file, address: await lineOf(child, (line) => transport.addressIn(line)) };
  listening.set(transport.name, started);
  return started;
}

async function endPeer(name: string): Promise<void> {
  const peer = listening.get(name);
  listening.delete(name);
  await peer?.child.end();
  if (peer?.file) removeFile(peer.file);
}

/** Ends the listening peers. */
export async function endPeers(): Promise<void> {
  await Promise.all([...listening.keys()].map(endPeer));
}

/** How connections to a scripted engine with that behaviour are opened. */
async function opener(
  transport: Transport,
  behaviour: BehaviourName,
): Promise<(options: ConnectOptions) => Promise<Connection>> {
  const { open } = peerOf(transport.name);
  if (open !== undefined) return (options) => open(behaviour, options);
  if (transport.kind === 'listener') {
    const { address } = await listeningPeer(transport, behaviour);
    return (options) => transport.connect(address, options);
  }
  if (transport.kind === 'thread') throw new Error(`the peer of ${transport.name} opens no connection`);
  return (options) => transport.open(peerProgram(transport.name, behaviour), options);
}

/** Runs `use` with a connection to a scripted engine, and closes all its connections whatever happens. */
export async function withPeer(
  transport: Transport,
  behaviour: BehaviourName,
  use: (connection: Connection, peer: Counterpart) => Promise<void>,
): Promise<void> {
  const connections: Connection[] = [];
  const open = await opener(transport, behaviour);
  const peer: Counterpart = {
    async connect(options = {}) {
      const connection = await open({ longestReply: defaultLimits.frameBytes, ...options });
      connections.push(connection);
      return connection;
    },
  };
  try {
    await use(await peer.connect(), peer);
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    if (behaviour.startsWith('die')) await endPeer(transport.name);
  }
}
