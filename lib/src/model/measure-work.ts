import { type Measured, measured, microseconds, timed } from '../bench';
import { settledWithin } from '../engine/settled-within';
import { CancelledError, integerOption, knownOptions, OptionError, TimeoutError } from '../errors';
import { type AgainstEmpty, againstEmpty, emptyFunctions, type Round } from './empty-function';

export interface MeasureWorkOptions {
  /** What to call it in tables and figures. Default: the function's own name, else `my function`. */
  name?: string;
  /** Samples wanted, 3 to 100,000. Default 101. */
  samples?: number;
  /** Milliseconds after which no further sample is begun, 1 to 600,000; three are always taken. Default 500. */
  milliseconds?: number;
  /** Milliseconds all of it may take; a function that never returns can't be stopped. Default 60,000. */
  timeout?: number;
  signal?: AbortSignal;
}

/**
 * What one call of a function costs here, without any boundary; the call itself, some nanoseconds, is in it. Beside it
 * what an empty function costs, called in the same rounds as often: where the two can't be told apart, `moreThanEmpty`
 * is false and `note` says so. V8 leaves out what nothing is made of and works out constants when it compiles.
 */
export interface Work extends AgainstEmpty {
  name: string;
  /** Median microseconds of a call. */
  us: number;
  /** The samples: each is the mean of `callsPerSample` calls in a row. */
  measured: Measured;
  callsPerSample: number;
  /** Microseconds of the very first call. */
  coldUs: number;
  /** Calls before the samples, the very first among them. */
  warmUpCalls: number;
  /** Whether the function gave a promise; the wait for it is in the time. */
  asynchronous: boolean;
}

/** A block of calls is timed as one once it takes this long: a thousand times a reading of the clock. */
const BLOCK_US = 50;
const LEAST_SAMPLES = 3;

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null)?.then === 'function';

/**
 * Measures what one call of your function costs, in this process: the first call apart, a warm-up of a
 * quarter of `milliseconds`, then samples; a call shorter than 50 µs is timed in blocks. An empty function is measured
 * beside it, turn by turn: let your function give back what it works out, else it may be one. It runs on the notebook's
 * own event loop, so nothing else should run meanwhile. What the function throws comes through unchanged.
 *
 *     const mine = await measureWork(() => price(option), { name: 'one price' });
 *
 * @param fn Does the work once; may return a promise, which is waited for before the next call.
 * @throws OptionError when `fn` is no function or an option is out of range; TimeoutError; CancelledError.
 */
export async function measureWork(fn: () => unknown, options: MeasureWorkOptions = {}): Promise<Work> {
  if (typeof fn !== 'function') throw new OptionError('fn', fn, 'a function that does the work once');
  knownOptions(options, ['name', 'samples', 'milliseconds', 'timeout', 'signal']);
  const wanted = integerOption('samples', options.samples ?? 101, LEAST_SAMPLES, 100_000);
  const budgetUs = integerOption('milliseconds', options.milliseconds ?? 500, 1, 600_000) * 1_000;
  const name = options.name ?? (fn.name || 'my function');
  if (typeof name !== 'string' || name === '') throw new OptionError('name', name, 'a text');
  const caller = new Caller(fn, name, options);

  const coldUs = (await caller.first()).us;
  const empty = emptyFunctions(fn, caller.kept, caller.asynchronous);
  // before any is warm: the loop that calls them is compiled once for all of them
  for (const each of empty) await caller.block(each, 1);
  const callsPerSample = await warmUp(caller, fn, budgetUs / 4);
  const warmUpCalls = caller.calls;
  for (const each of empty) await repeat(caller, each, callsPerSample, budgetUs / 16);
  const rounds: Round[] = [];
  const end = microseconds() + budgetUs;
  while (rounds.length < LEAST_SAMPLES || (rounds.length < wanted && microseconds() < end)) {
    const turn = async (each: () => unknown): Promise<number> =>
      (await caller.block(each, callsPerSample)).us / callsPerSample;
    rounds.push({ own: await turn(fn), empty: [await turn(empty[0]), await turn(empty[1])] });
  }
  const summary = measured(
    'us',
    rounds.map(({ own }) => own),
  );
  return {
    name,
    us: summary.median,
    measured: summary,
    callsPerSample,
    coldUs,
    warmUpCalls,
    asynchronous: caller.asynchronous,
    ...againstEmpty(rounds),
  };
}

/** Calls in blocks for `budgetUs`. */
async function repeat(caller: Caller, each: () => unknown, calls: number, budgetUs: number): Promise<void> {
  const end = microseconds() + budgetUs;
  do await caller.block(each, calls);
  while (microseconds() < end);
}

/**
 * Calls for `budgetUs`, in blocks that grow until one is long enough to be timed: time for V8 to compile what
 * is called often. @returns calls a block.
 */
async function warmUp(caller: Caller, fn: () => unknown, budgetUs: number): Promise<number> {
  const end = microseconds() + budgetUs;
  let calls = 1;
  for (;;) {
    const { us } = await caller.block(fn, calls);
    // once compiled, a block may have become too short again
    if (us < BLOCK_US) calls *= 2;
    else if (microseconds() >= end) return calls;
  }
}

/** Calls the reader's function, and empty ones in the same way, within the time it may take in all. */
class Caller {
  /** Of the reader's function. */
  calls = 0;
  asynchronous = false;
  /** What the last call gave: kept, so that no compiler may leave the call out. */
  kept: unknown;
  #stopped = false;
  readonly #deadline: number;
  readonly #timeout: number;

  constructor(
    private readonly fn: () => unknown,
    private readonly name: string,
    private readonly options: MeasureWorkOptions,
  ) {
    this.#timeout = integerOption('timeout', options.timeout ?? 60_000, 1, 2 ** 31 - 1);
    this.#deadline = microseconds() + this.#timeout * 1_000;
  }

  /** Times the first call, which tells which kind of function it is. */
  async first(): Promise<{ us: number }> {
    const left = await this.#turn();
    this.calls = 1;
    return timed(() => this.#first(left));
  }

  /** Times `calls` calls of one function, one after the other; lets the event loop turn before. */
  async block(fn: () => unknown, calls: number): Promise<{ us: number }> {
    const left = await this.#turn();
    if (fn === this.fn) this.calls += calls;
    if (!this.asynchronous) return this.#timedAlike(fn, calls);
    return timed(() => this.#within(this.#oneByOne(fn, calls), left));
  }

  /** @returns the milliseconds that are left. */
  async #turn(): Promise<number> {
    await new Promise(setImmediate);
    const { signal } = this.options;
    if (signal?.aborted) throw new CancelledError(this.name, { cause: signal.reason });
    const left = Math.ceil((this.#deadline - microseconds()) / 1_000);
    if (left <= 0) throw new TimeoutError(`measuring ${this.name}`, this.#timeout);
    return left;
  }

  #first(left: number): unknown {
    const value = this.fn();
    this.kept = value;
    this.asynchronous = isPromise(value);
    if (!this.asynchronous) return undefined;
    return this.#within(value as PromiseLike<unknown>, left).then((given) => {
      this.kept = given;
    });
  }

  #timedAlike(fn: () => unknown, calls: number): { us: number } {
    const begin = microseconds();
    for (let i = 0; i < calls; i++) this.kept = fn();
    return { us: microseconds() - begin };
  }

  async #oneByOne(fn: () => unknown, calls: number): Promise<void> {
    for (let i = 0; i < calls && !this.#stopped; i++) this.kept = await fn();
  }

  async #within(work: PromiseLike<unknown>, left: number): Promise<unknown> {
    const what = `measuring ${this.name}`;
    const limits = { signal: this.options.signal, timeout: left };
    try {
      return await settledWithin(what, Promise.resolve(work), limits);
    } catch (error) {
      this.#stopped = true;
      throw error instanceof TimeoutError ? new TimeoutError(what, this.#timeout) : error;
    }
  }
}
