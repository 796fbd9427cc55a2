import { microseconds } from '../../bench';
import type { BlockingEchoOptions, EchoOptions } from '../../engine';
import { IpcTaxError } from '../../errors';
import type { Block, Calls } from './order';
import { randomFloats } from './random-floats';

/** Where replies land: in one buffer used again, or in a fresh one each call. */
export type ReplyMemory = 'reused' | 'fresh';

const bytes = ({ buffer, byteOffset, byteLength }: Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** What to send, and where the answer is to be put; without `into` it has fresh memory. */
interface Exchanged {
  floats: Float64Array;
  into: Float64Array | undefined;
}

/** Makes so many floats to be sent. */
export type Payload = (count: number) => Float64Array;

const exchanged = (count: number, memory: ReplyMemory, payload: Payload): Exchanged => ({
  floats: payload(count),
  into: memory === 'reused' ? new Float64Array(count) : undefined,
});

/** The floats that are sent, and what comes of them. The first and the last carry the call's number. */
class Sent {
  readonly floats: Float64Array;
  readonly options: { into?: Float64Array };
  #calls = 0;

  constructor({ floats, into }: Exchanged) {
    this.floats = floats;
    this.options = into ? { into } : {};
  }

  next(): Float64Array {
    this.#calls++;
    this.floats[0] = this.#calls;
    this.floats[this.floats.length - 1] = this.#calls;
    return this.floats;
  }

  check(reply: Float64Array): void {
    // Memory that both sides share comes back as it is: to compare it with itself would only empty the caches.
    if (reply === this.floats) return;
    if (bytes(reply).equals(bytes(this.floats))) return;
    throw new IpcTaxError(
      'ECHO',
      `echo ${this.#calls} of ${this.floats.length} floats differs from what was sent`,
    );
  }
}

/** The clock gives no more than nanoseconds. */
const toNanosecond = (us: number): number => Math.round(us * 1_000) / 1_000;

/** Whether a block that has made so many timed calls goes on. */
const goesOn = ({ least, most }: Calls, made: number, end: number): boolean =>
  made < most && (made < least || microseconds() < end);

/**
 * Times echoes from this process, on whatever event loop it has. Every reply is compared with what was
 * sent, after the clock has stopped; the first and the last float carry the call's number, so an
 * earlier reply left in the buffer differs.
 * @throws IpcTaxError `ECHO` when a reply differs.
 */
export async function timeEchoes(
  client: { echo(floats: Float64Array, options: EchoOptions): Promise<Float64Array> },
  calls: Calls,
  memory: ReplyMemory,
  payload: Payload = randomFloats,
): Promise<Block> {
  const sent = new Sent(exchanged(calls.floats, memory, payload));
  const timed = async (): Promise<number> => {
    const floats = sent.next();
    const begin = microseconds();
    const reply = await client.echo(floats, sent.options);
    const us = microseconds() - begin;
    sent.check(reply);
    return toNanosecond(us);
  };
  const first = await timed();
  for (let i = 1; i < calls.warm; i++) await timed();
  const us: number[] = [];
  const end = microseconds() + calls.budget;
  while (goesOn(calls, us.length, end)) us.push(await timed());
  return { first, us };
}

/**
 * Likewise, waiting in place: the event loop stands still until the block is over.
 * @param shared Memory that the engine sees too, of the order's floats: it is sent without being moved. Without it
 * replies land in one buffer used again.
 */
export function timeEchoesInPlace(
  client: { echo(floats: Float64Array, options: BlockingEchoOptions): Float64Array },
  calls: Calls,
  payload: Payload,
  shared?: Float64Array,
): Block {
  shared?.set(payload(calls.floats));
  const sent = new Sent(
    shared ? { floats: shared, into: undefined } : exchanged(calls.floats, 'reused', payload),
  );
  const timed = (): number => {
    const floats = sent.next();
    const begin = microseconds();
    const reply = client.echo(floats, sent.options);
    const us = microseconds() - begin;
    sent.check(reply);
    return toNanosecond(us);
  };
  const first = timed();
  for (let i = 1; i < calls.warm; i++) timed();
  const us: number[] = [];
  const end = microseconds() + calls.budget;
  while (goesOn(calls, us.length, end)) us.push(timed());
  return { first, us };
}
