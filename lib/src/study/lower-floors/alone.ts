import type { TaskContext } from '../../bench';
import type { Engine } from '../../engine';
import { Ledger, LiveKernel, type Windows } from '../../kernel';
import { type TransportName, transportNamed } from '../../transport';
import { booksOf } from '../break-even/books';
import { LiveLoop } from '../break-even/live-loop';
import { type Processors, pin } from '../echo-curve/processors';
import type { StartReport } from '../starts';
import { type Idle, idleFor } from './idle';
import { type Latency, latency } from './latency';
import { openTransport, type Way } from './open';
import { type Ticked, type TickOptions, tick, tickInPlace, tickMismatches } from './ticks';

/** What one transport is asked with no other engine about. */
export interface AloneOptions {
  transport: TransportName;
  where: Processors | null;
  /** Of all bars; the first `ticks` of them are ticked. */
  close: Float64Array;
  ticks: number;
  windows: Windows;
  /** In percent of a trade's entry price. */
  fee: number;
  ticksMs: number;
  idleMs: number;
  /** Combos to be swept too, for the work in them; empty for none. */
  combos: readonly Windows[];
}

/** A live loop of one client. */
export interface AloneTicks {
  client: Way['client'];
  /** Calls made; fewer than bars where the time was up. */
  calls: number;
  /** Microseconds of all of them. */
  totalUs: number;
  latency: Latency;
  mismatches: number;
  /** The books after the session's last bar, and the in-process kernel's after the same. */
  end: { trades: number; pnl: number };
  expectedEnd: { trades: number; pnl: number };
}

export interface AloneResult {
  idle: Idle;
  /** Empty over a transport that keeps no session. */
  ticks: AloneTicks[];
  /** Microseconds of the kernel for a bar, by the engine's clock; null likewise. */
  workPerBarUs: number | null;
  /** Microseconds of the kernel for each of `combos`, in one sweep, by the engine's clock; null when there are none. */
  workPerComboUs: number | null;
}

/** Closes a call where the work is measured. */
const BATCH = 1_000;

/** Runs in a worker: transports one after the other, by name. */
export async function measureAlone(
  transports: readonly AloneOptions[],
  context: TaskContext,
): Promise<Map<TransportName, AloneResult>> {
  const found = new Map<TransportName, AloneResult>();
  for (const options of transports) {
    found.set(options.transport, await one(options, context));
    context.report({ steps: 1, note: `alone: ${options.transport}` } satisfies StartReport);
  }
  return found;
}

/** One engine, its clients, its live loops, and how little it does when it is left alone. */
async function one(options: AloneOptions, { report, signal }: TaskContext): Promise<AloneResult> {
  const { transport, where, windows, fee, ticksMs, idleMs, combos } = options;
  const close = options.close.subarray(0, options.ticks);
  const note = (what: string): void =>
    report({ steps: 0, note: `alone: ${transport}: ${what}` } satisfies StartReport);
  if (where !== null) await pin(process.pid, where.client);
  const { engine, blocking } = await openTransport(transport, 'unpinned', where, { fee, signal });
  try {
    await engine.echo(new Float64Array(1));
    if (!transportNamed(transport).keepsState) {
      const idle = await idleFor(idleMs, engine.pid);
      return { idle, ticks: [], workPerBarUs: null, workPerComboUs: null };
    }
    const expected = booksOf(new LiveKernel(windows, new Ledger(fee)), close);
    // none where it never trades
    const least = expected.trades.findIndex((trades) => trades > 0) + 1;
    const given: TickOptions = { windows, close, milliseconds: ticksMs, least };
    const summary = (client: Way['client'], ticked: Ticked): AloneTicks => {
      const last = ticked.bars - 1;
      const endOf = ({ trades, pnl }: typeof expected) => ({ trades: trades[last], pnl: pnl[last] });
      return {
        client,
        calls: ticked.us.length,
        totalUs: ticked.us.reduce((sum, us) => sum + us, 0),
        latency: latency(Array.from(ticked.us), null),
        mismatches: tickMismatches(ticked, expected),
        end: endOf(ticked.books),
        expectedEnd: endOf(expected),
      };
    };
    note('a call a bar');
    const ticks = [summary('asynchronous', await tick(engine, given, signal))];
    if (blocking !== null) {
      note('a call a bar, blocking');
      ticks.push(summary('blocking', tickInPlace(blocking, given, signal)));
    }
    note('work');
    const workPerBarUs = await barWork(engine, windows, close, signal);
    const workPerComboUs = combos.length === 0 ? null : await comboWork(engine, options);
    note('idle');
    // at the end: a runtime compiles for a while what the first calls used
    const idle = await idleFor(idleMs, engine.pid);
    return { idle, ticks, workPerBarUs, workPerComboUs };
  } finally {
    await engine.close();
  }
}

/** The kernel's time for a bar: all bars in batches, what the engine says of each. */
async function barWork(
  engine: Engine,
  windows: Windows,
  close: Float64Array,
  signal: AbortSignal,
): Promise<number> {
  const live = await LiveLoop.open(engine, windows, close, signal);
  let us = 0;
  while (live.at < close.length) {
    await live.batched(Math.min(BATCH, close.length - live.at), BATCH);
    us += (await engine.timing()).computeMicroseconds;
  }
  return us / close.length;
}

async function comboWork(engine: Engine, { close, combos }: AloneOptions): Promise<number> {
  const series = await engine.load(close);
  await engine.sweepLoaded(series, combos.slice(0, 2)); // warms the kernel and its memory
  await engine.sweepLoaded(series, combos);
  return (await engine.timing()).computeMicroseconds / combos.length;
}
