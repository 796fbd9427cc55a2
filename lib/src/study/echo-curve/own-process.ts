import { timeEchoes } from './node-client';
import { type Block, blockOrder, type EchoTransport } from './order';
import { allowedProcessors, type Processors, pin } from './processors';
import { serve } from './served';

export interface HereOptions {
  transport: EchoTransport;
  sizes: readonly number[];
  rounds: number;
  blockMs: number;
  /** Where the worker was measured, so that placement makes no difference. */
  processors: Processors | null;
}

/**
 * The same echoes timed in the process that calls this, which in a notebook shares its event loop with
 * the kernel's sockets: to be shown beside the worker's, not to be used. This process is on the given
 * processor while it lasts.
 * @returns Blocks by floats.
 */
export async function timeHere(
  { transport, sizes, rounds, blockMs, processors }: HereOptions,
  signal?: AbortSignal,
): Promise<Map<number, Block[]>> {
  const before = allowedProcessors();
  const { engine } = await serve(transport, signal);
  try {
    if (processors) {
      await pin(engine.pid!, processors.engine);
      await pin(process.pid, processors.client);
    }
    await timeEchoes(engine, { floats: 1, warm: 1, least: 300, most: 300, budget: 0 }, 'reused');
    const blocks = new Map<number, Block[]>(sizes.map((floats) => [floats, []]));
    for (let round = 0; round < rounds; round++) {
      for (const floats of sizes) {
        blocks.get(floats)!.push(await timeEchoes(engine, blockOrder(transport, floats, blockMs), 'reused'));
      }
    }
    return blocks;
  } finally {
    await Promise.all([processors && pin(process.pid, before), engine.close()]);
  }
}
