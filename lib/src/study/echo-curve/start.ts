import { interleaved, type Noise, type TaskContext, watchNoise } from '../../bench';
import type { EngineClient } from '../../engine';
import type { StartReport } from '../starts';
import { type EchoClientName, echoClient, peerCommand } from './clients';
import { timeEchoes } from './node-client';
import { type Block, blockOrder, type EchoTransport, type Order } from './order';
import { Peer } from './peer';
import { type Placement, type Processors, pin } from './processors';
import { type Served, serve } from './served';

/** One start: fresh engines and clients, every size of everything in blocks. */
export interface StartOptions {
  floats: readonly number[];
  transports: readonly EchoTransport[];
  clients: readonly EchoClientName[];
  /** In the order they are measured in; processors as the caller may use them. */
  placements: readonly { placement: Placement; processors: Processors | null }[];
  rounds: number;
  blockMs: number;
  seed: number;
}

/** Blocks by {@link cellKey}. */
export interface StartResult {
  blocks: Map<string, Block[]>;
  noise: Noise;
}

/** What one block belongs to. */
export const cellKey = (
  client: EchoClientName,
  transport: EchoTransport,
  placement: Placement,
  floats: number,
): string => `${client} ${transport} ${placement} ${floats}`;

type TimeBlock = (order: Order) => Promise<Block>;

/** Small echoes before anything counts, over each connection: compiles what there is to compile. */
const WARM_UP = { floats: 1, warm: 1, least: 300, most: 300, budget: 0 } as const;

/**
 * Runs in a worker (`bench/worker.ts`): starts an engine for each transport and every client, then
 * times blocks of echoes in random order, placement by placement, and ends what it started.
 */
export async function measureStart(
  options: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const served = new Map<EchoTransport, Served>();
  const peers = new Map<EchoClientName, Peer>();
  const done = (steps: number, note: string): void => report({ steps, note } satisfies StartReport);
  try {
    done(0, 'starting engines and clients');
    for (const transport of options.transports) served.set(transport, await serve(transport, signal));
    const addresses = new Map([...served].map(([transport, { address }]) => [transport, address]));
    for (const name of options.clients) {
      const client = echoClient(name);
      if (client.memory === null) peers.set(name, await Peer.start(name, peerCommand(client, addresses)));
    }
    const time = (name: EchoClientName): TimeBlock => {
      const { memory } = echoClient(name);
      if (memory === null) return (order) => peers.get(name)!.time(order);
      const client = (transport: EchoTransport): EngineClient => served.get(transport)!.engine;
      return (order) => timeEchoes(client(order.transport), order, memory);
    };
    for (const name of options.clients) {
      for (const transport of options.transports) await time(name)({ ...WARM_UP, transport });
    }
    const noise = watchNoise();
    const blocks = new Map<string, Block[]>();
    for (const [i, { placement, processors }] of options.placements.entries()) {
      await place(processors, served, peers);
      const cells = options.clients.flatMap((name) =>
        options.transports.flatMap((transport) =>
          options.floats.map((floats) => ({
            name: cellKey(name, transport, placement, floats),
            async call() {
              const block = await time(name)(blockOrder(transport, floats, options.blockMs));
              done(1, `${name} over ${transport}, ${placement}`);
              return block;
            },
          })),
        ),
      );
      const seed = options.seed + i;
      for (const [key, found] of await interleaved(cells, { rounds: options.rounds, seed, signal })) {
        blocks.set(key, found);
      }
    }
    return { blocks, noise: noise.verdict(null) };
  } finally {
    await Promise.all([
      ...[...peers.values()].map((peer) => peer.close()),
      ...[...served.values()].map(({ engine }) => engine.close()),
    ]);
  }
}

/** Moves the engines to their processors, and every client, this process among them, to theirs. */
async function place(
  where: Processors | null,
  served: ReadonlyMap<EchoTransport, Served>,
  peers: ReadonlyMap<EchoClientName, Peer>,
): Promise<void> {
  if (where === null) return;
  for (const { engine } of served.values()) await pin(engine.pid!, where.engine);
  for (const peer of peers.values()) await pin(peer.pid, where.client);
  await pin(process.pid, where.client);
}
