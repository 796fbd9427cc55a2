import { type BlockingClient, type Engine, startEngine } from '../../engine';
import { IpcTaxError, OptionError, TimeoutError } from '../../errors';
import { type TransportName, transportNamed } from '../../transport';
import { timeEchoes, timeEchoesInPlace } from '../echo-curve/node-client';
import type { Block, Calls } from '../echo-curve/order';
import { type Placement, type Processors, pin } from '../echo-curve/processors';
import { randomNumbers } from '../echo-curve/random-floats';
import type { FloorClient } from './subjects';

/** One client of a running engine, to be timed. */
export interface Way {
  client: Exclude<FloorClient, 'native'>;
  time(calls: Calls): Promise<Block>;
}

/** An engine reached by one transport, and every client of it. */
export interface Opened {
  engine: Engine;
  /** Where the transport can be waited for in place, else null. */
  blocking: BlockingClient | null;
  ways: Way[];
}

/**
 * Starts an engine and its clients where a placement wants them; this process must be at its own place already.
 * `engine.close()` ends them.
 * @throws IpcTaxError `PLACE` when they can't be placed so.
 */
export async function openTransport(
  transport: TransportName,
  placement: Placement,
  where: Processors | null,
  { signal, fee }: { signal: AbortSignal; fee?: number },
): Promise<Opened> {
  const how = transportNamed(transport);
  // A process for each call has to be started in its place; taskset starts it, and is in the time.
  const eachCall = how.kind === 'child' && !how.keepsState;
  const cpu = eachCall && placement === 'different' ? where?.engine[0] : undefined;
  const engine = await startEngine({ transport, fee, signal, ...(cpu === undefined ? {} : { cpu }) });
  try {
    if (engine.pid !== null) {
      if (where !== null) await pin(engine.pid, where.engine);
    } else if (placement === 'different' && cpu === undefined) {
      throw new IpcTaxError('PLACE', 'its engine is a thread of the client and goes where that goes');
    }
    const blocking = await inPlace(engine, signal);
    return { engine, blocking, ways: waysOf(engine, blocking, signal) };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** A client that waits in place; null where the transport has none. */
async function inPlace(engine: Engine, signal: AbortSignal): Promise<BlockingClient | null> {
  try {
    return await engine.connectBlocking({ signal });
  } catch (error) {
    if (error instanceof OptionError && error.option === 'transport') return null;
    throw error;
  }
}

/** Round trips of references before the timed ones of a block. */
const REFERENCE_WARM = 20;

/** Milliseconds for a block, beyond what it was told to take, until its calls are cancelled: nothing may hang. */
const PATIENCE_MS = 30_000;

async function timeWithin(engine: Engine, calls: Calls, signal: AbortSignal): Promise<Block> {
  const milliseconds = calls.budget / 1_000 + PATIENCE_MS;
  const timer = setTimeout(
    () => engine.cancel(new TimeoutError('a block of round trips', milliseconds)),
    milliseconds,
  );
  // a signal for each call would be in its time
  const cancel = (): void => engine.cancel(signal.reason);
  signal.addEventListener('abort', cancel);
  try {
    return await timeEchoes(engine, calls, 'reused', randomNumbers);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

function waysOf(engine: Engine, blocking: BlockingClient | null, signal: AbortSignal): Way[] {
  const ways: Way[] = [{ client: 'asynchronous', time: (calls) => timeWithin(engine, calls, signal) }];
  if (blocking === null) return ways;
  ways.push({ client: 'blocking', time: async (calls) => timeEchoesInPlace(blocking, calls, randomNumbers) });
  let shared: Map<number, Float64Array>;
  try {
    shared = new Map([[1, blocking.allocate(1)]]);
  } catch (error) {
    if (error instanceof OptionError && error.option === 'transport') return ways;
    throw error;
  }
  ways.push({
    client: 'zero-copy',
    async time(calls) {
      let memory = shared.get(calls.floats);
      if (memory === undefined) {
        memory = blocking.allocate(calls.floats);
        shared.set(calls.floats, memory);
      }
      // However many floats, what moves is a reference.
      const warm = Math.max(calls.warm, REFERENCE_WARM);
      return timeEchoesInPlace(blocking, { ...calls, warm }, randomNumbers, memory);
    },
  });
  return ways;
}
