import {
  interleaved,
  microseconds,
  type Noise,
  type Subject,
  type TaskContext,
  watchNoise,
} from '../../bench';
import { type Engine, startEngine } from '../../engine';
import { CancelledError, IpcTaxError } from '../../errors';
import { Ledger, LiveKernel, type SweepResult, sweep, type Windows } from '../../kernel';
import type { StartReport } from '../starts';
import { type Books, booksOf, compareBooks } from './books';
import { type Latencies, LiveLoop } from './live-loop';
import { piece } from './piece';

/** The transports whose floor is measured. */
export const FLOORS = ['unix', 'tcp'] as const;
export type FloorName = (typeof FLOORS)[number];

/** One start: fresh engines, one a transport, and a share of the work. */
export interface StartOptions {
  close: Float64Array;
  /** Of the whole sweep. */
  windows: Windows[];
  /** In percent of a trade's entry price. */
  fee: number;
  /** Indices of the combos that this start also sweeps one call each. */
  combos: number[];
  /** Of the live loops. */
  live: Windows;
  /** Bars this start ticks one by one: from, up to and not including to. The bars before go in batches, untimed. */
  from: number;
  to: number;
  batch: number;
  pace: number;
  pacedTicks: number;
  echoes: number;
  seed: number;
  /** Whether to sweep once more in process, for the gate. */
  reference: boolean;
}

/** A call that sweeps, in microseconds: as the caller saw it, and the kernel by the engine's clock. */
export interface SweepTime {
  us: number;
  computeUs: number;
}

/** What was measured over one transport, in microseconds, a list for each round. */
export interface FloorTimes {
  echo: Latencies[];
  bar: Latencies[];
  batch: Latencies[];
  paced: Latencies[];
  /** The kernel's time for each close of a batched call, by the engine's clock, one a round. */
  workPerBar: number[];
  /** The books after the last bar ticked one by one. */
  end: { trades: number; pnl: number };
  /** Bars of all loops whose books differ from the in-process kernel's. */
  mismatches: number;
}

export interface StartResult {
  floors: Record<FloorName, FloorTimes>;
  sweep: SweepTime;
  sweepResult: SweepResult;
  /** By the combo's index. */
  combos: Map<number, SweepTime & { trades: number; pnl: number }>;
  reference: SweepResult | null;
  /** The in-process kernel's books after bar `to - 1`. */
  end: { trades: number; pnl: number };
  noise: Noise;
}

/** Rounds of a start's short calls. */
export const ROUNDS = 10;
/** How progress is counted: one step for each of four subjects over two transports a round, and these. */
export const STEPS = { rounds: ROUNDS * 8, sweep: 80, combos: 20 } as const;
/** Echoes and bars before anything is timed, over each transport. */
const WARM_CALLS = 2_000;

/**
 * Runs in a worker (`bench/worker.ts`): the floors and live loops of both transports in interleaved rounds,
 * then a whole sweep in one call and some combos in one call each, of a series the engine holds.
 */
export async function measureStart(
  options: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const done = (steps: number, note: string): void => report({ steps, note } satisfies StartReport);
  const { fee } = options;
  const reference = options.reference ? sweep(options.close, options.windows, { fee }) : null;
  if (reference) done(STEPS.sweep, 'in-process reference');
  const books = booksOf(new LiveKernel(options.live, new Ledger(fee)), options.close);
  const engines: Engine[] = [];
  try {
    const over: Over[] = [];
    for (const transport of FLOORS) {
      const engine = await startEngine({ transport, fee, signal });
      engines.push(engine);
      over.push(await Over.open(transport, engine, options, signal));
    }
    const noise = watchNoise();
    const rounds = { rounds: ROUNDS, seed: options.seed, signal };
    await interleaved(
      over.flatMap((each) => each.subjects()),
      { ...rounds, onCall: (name) => done(1, name) },
    );
    const [unix] = engines;
    const series = await unix.load(options.close);
    const sweepOf = async (windows: readonly Windows[]) => {
      if (signal.aborted) throw new CancelledError('the sweep', { cause: signal.reason });
      const begin = microseconds();
      const result = await unix.sweepLoaded(series, windows, { signal });
      const us = microseconds() - begin;
      return { us, computeUs: (await unix.timing()).computeMicroseconds, result };
    };
    await sweepOf(options.windows.slice(0, 4)); // warms the kernel and the session's memory
    const whole = await sweepOf(options.windows);
    done(STEPS.sweep, 'one call a sweep');
    const combos: StartResult['combos'] = new Map();
    for (const at of options.combos) {
      const { us, computeUs, result } = await sweepOf([options.windows[at]]);
      combos.set(at, { us, computeUs, trades: result.trades[0], pnl: result.pnl[0] });
    }
    done(STEPS.combos, 'one call a combo');
    const [ofUnix, ofTcp] = over.map((each) => each.times(books));
    return {
      floors: { unix: ofUnix, tcp: ofTcp },
      sweep: { us: whole.us, computeUs: whole.computeUs },
      sweepResult: whole.result,
      combos,
      reference,
      end: { trades: books.trades[options.to - 1], pnl: books.pnl[options.to - 1] },
      noise: noise.verdict(null),
    };
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}

/** Everything measured over one transport, with a session for each loop. */
class Over {
  readonly #echo: Latencies[] = [];
  readonly #bar: Latencies[] = [];
  readonly #batch: Latencies[] = [];
  readonly #paced: Latencies[] = [];
  readonly #workPerBar: number[] = [];

  private constructor(
    private readonly transport: FloorName,
    private readonly engine: Engine,
    private readonly options: StartOptions,
    private readonly bars: LiveLoop,
    private readonly batches: LiveLoop,
    private readonly paces: LiveLoop,
  ) {}

  /** Opens the sessions, warms up, and brings the one-by-one session to its first bar. */
  static async open(
    transport: FloorName,
    engine: Engine,
    options: StartOptions,
    signal: AbortSignal,
  ): Promise<Over> {
    const open = () => LiveLoop.open(engine, options.live, options.close, signal);
    const [warm, bars, batches, paces] = [await open(), await open(), await open(), await open()];
    await echoes(engine, WARM_CALLS);
    await warm.closed(Math.min(WARM_CALLS, options.close.length));
    await bars.batched(options.from, options.batch);
    return new Over(transport, engine, options, bars, batches, paces);
  }

  /** What is measured, for interleaved rounds; each call is one round's share. */
  subjects(): Subject<void>[] {
    const { from, to, batch, close, pace, pacedTicks } = this.options;
    const subject = (what: string, kept: Latencies[], call: (round: number) => Promise<Latencies>) => ({
      name: `${what} over ${this.transport}`,
      call: async () => void kept.push(await call(kept.length)),
    });
    return [
      subject('echoes', this.#echo, (round) =>
        echoes(this.engine, piece(this.options.echoes, round, ROUNDS)),
      ),
      subject('one bar a call', this.#bar, (round) => this.bars.closed(piece(to - from, round, ROUNDS))),
      subject('bars in batches', this.#batch, async (round) => {
        const count = piece(close.length, round, ROUNDS);
        const times = await this.batches.batched(count, batch);
        if (count === 0) return times;
        const closes = count % batch || batch; // of the last call, which the engine's clock tells of
        this.#workPerBar.push((await this.engine.timing()).computeMicroseconds / closes);
        return times;
      }),
      subject('paced bars', this.#paced, (round) => this.paces.paced(piece(pacedTicks, round, ROUNDS), pace)),
    ];
  }

  times(expected: Books): FloorTimes {
    const { to } = this.options;
    const loops = [this.bars, this.batches, this.paces];
    const { trades, pnl } = this.bars.books;
    return {
      echo: this.#echo,
      bar: this.#bar,
      batch: this.#batch,
      paced: this.#paced,
      workPerBar: this.#workPerBar,
      end: { trades: trades[to - 1], pnl: pnl[to - 1] },
      mismatches: loops.reduce(
        (sum, { books, at }) => sum + compareBooks(expected, books, 0, at).mismatches,
        0,
      ),
    };
  }
}

/** Sends one float and checks that it comes back, bit for bit, `count` times. */
async function echoes(engine: Engine, count: number): Promise<Latencies> {
  const latencies = new Float64Array(count);
  const sent = new Float64Array(1);
  for (let i = 0; i < count; i++) {
    sent[0] = i + 0.1;
    const begin = microseconds();
    const [back] = await engine.echo(sent);
    latencies[i] = microseconds() - begin;
    if (!Object.is(back, sent[0])) throw new IpcTaxError('ECHO', `echo ${i}: sent ${sent[0]}, got ${back}`);
  }
  return latencies;
}
