import { microseconds } from '../../bench';
import type { EngineClient } from '../../engine';
import { IpcTaxError } from '../../errors';
import type { Block, Order } from './order';
import { randomFloats } from './random-floats';

/** Where replies land: in one buffer used again, or in a fresh one each call. */
export type ReplyMemory = 'reused' | 'fresh';

const bytes = ({ buffer, byteOffset, byteLength }: Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Times echoes from this process, on whatever event loop it has. Every reply is compared with what was
 * sent, after the clock has stopped; the first and the last float carry the call's number, so an
 * earlier reply left in the buffer differs.
 * @throws IpcTaxError `ECHO` when a reply differs.
 */
export async function timeEchoes(client: EngineClient, order: Order, memory: ReplyMemory): Promise<Block> {
  const floats = randomFloats(order.floats);
  const options = memory === 'reused' ? { into: new Float64Array(order.floats) } : {};
  const sent = bytes(floats);
  let calls = 0;
  const timed = async (): Promise<number> => {
    calls++;
    floats[0] = calls;
    floats[floats.length - 1] = calls;
    const begin = microseconds();
    const reply = await client.echo(floats, options);
    const us = microseconds() - begin;
    if (!bytes(reply).equals(sent)) {
      throw new IpcTaxError('ECHO', `echo ${calls} of ${order.floats} floats differs from what was sent`);
    }
    // the clock gives no more than nanoseconds
    return Math.round(us * 1_000) / 1_000;
  };
  const first = await timed();
  for (let i = 1; i < order.warm; i++) await timed();
  const us: number[] = [];
  const end = microseconds() + order.budget;
  while (us.length < order.most && (us.length < order.least || microseconds() < end)) us.push(await timed());
  return { first, us };
}
