import { interleaved, type Noise, type TaskContext, watchNoise } from '../../bench';
import { startEngine } from '../../engine';
import { Ledger, LiveKernel, type SweepResult, sweep, type Tick, type Windows } from '../../kernel';
import { booksOf, compareBooks } from '../break-even/books';
import { type Latencies, LiveLoop } from '../break-even/live-loop';
import { piece } from '../break-even/piece';
import type { StartReport } from '../starts';
import { type Drift, drift } from './drift';
import { type FaultFound, runFaults } from './faults';

/** One start: a fresh engine and client, and a whole life of the series. */
export interface StartOptions {
  close: Float64Array;
  windows: Windows;
  fee: number;
  pace: number;
  pacedTicks: number;
  seed: number;
  /** Whether to run the six faults as well: they are the same in every start. */
  faults: boolean;
}

/** A bar after which the engine's books were not the in-process kernel's. */
export interface Mismatch {
  bar: number;
  expected: Tick;
  actual: Tick;
}

export interface StartResult {
  closed: Latencies;
  paced: Latencies;
  /** Bars whose books differ in side, trades or any bit of the PnL, in the closed loop and in the paced one. */
  mismatches: { closed: number; paced: number };
  first: Mismatch | null;
  /** The session after its last bar, the same engine's batch sweep, and the in-process one: one row each. */
  live: SweepResult;
  batch: SweepResult;
  reference: SweepResult;
  drift: Drift;
  faults: FaultFound[];
  noise: Noise;
}

const WARM_TICKS = 2_000;
/** The life is cut in so many pieces, between which the paced loop has its turns. */
const ROUNDS = 10;

/**
 * Runs in a worker (`bench/worker.ts`): ticks the whole series through a live session over a Unix socket,
 * a piece of the paced loop between two pieces of it, sweeps the same bars in one call, and compares.
 */
export async function liveOnce(options: StartOptions, { report, signal }: TaskContext): Promise<StartResult> {
  const { close, windows, fee } = options;
  const right = booksOf(new LiveKernel(windows, new Ledger(fee)), close);
  const faults = options.faults ? runFaults({ close, windows, fee }, right) : [];
  const engine = await startEngine({ transport: 'unix', fee, signal });
  try {
    const open = () => LiveLoop.open(engine, windows, close, signal);
    const [warm, life, paces] = [await open(), await open(), await open()];
    await warm.closed(Math.min(WARM_TICKS, close.length));
    const noise = watchNoise();
    const closed: Latencies[] = [];
    const paced: Latencies[] = [];
    const done = (steps: number, note: string): void => report({ steps, note } satisfies StartReport);
    await interleaved(
      [
        {
          name: 'closed',
          async call() {
            const bars = piece(close.length, closed.length, ROUNDS);
            closed.push(await life.closed(bars));
            done(bars, 'one bar after the other');
          },
        },
        {
          name: 'paced',
          async call() {
            const bars = piece(options.pacedTicks, paced.length, ROUNDS);
            paced.push(await paces.paced(bars, options.pace));
            done(bars, 'paced bars');
          },
        },
      ],
      { rounds: ROUNDS, seed: options.seed, signal },
    );
    const batch = await engine.sweep(close, [windows], { signal });
    const found = compareBooks(right, life.books, 0, life.at);
    const last = close.length - 1;
    return {
      closed: joined(closed),
      paced: joined(paced),
      mismatches: {
        closed: found.mismatches,
        paced: compareBooks(right, paces.books, 0, paces.at).mismatches,
      },
      first:
        found.first === null
          ? null
          : {
              bar: found.first,
              expected: tickAt(right, found.first),
              actual: tickAt(life.books, found.first),
            },
      live: {
        pnl: life.books.pnl.slice(last),
        trades: life.books.trades.slice(last),
      },
      batch,
      reference: sweep(close, [windows], { fee }),
      drift: drift(right.pnl, life.books.pnl),
      faults,
      noise: noise.verdict(null),
    };
  } finally {
    await engine.close();
  }
}

const tickAt = ({ side, trades, pnl }: LiveLoop['books'], bar: number): Tick => ({
  side: side[bar] as Tick['side'],
  trades: trades[bar],
  pnl: pnl[bar],
});

function joined(pieces: readonly Latencies[]): Latencies {
  const whole = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
