import type { Measured, Published } from '../../bench';
import { FAULTS, type FaultName, type Tick } from '../../kernel';
import { latency } from '../break-even/summary';
import type { Drift } from './drift';
import type { StartResult } from './start';

/** A kernel that ran live beside the right one: the engine's session, or one that is wrong on purpose. */
export interface ParityRow {
  kernel: 'rust_live_unix' | FaultName;
  /** Closed: each bar after the answer to the one before. Paced: at set times, latency from the intended one. */
  pacing: 'closed' | 'paced' | null;
  title: string;
  /** Bars ticked, over all starts. */
  bars: number;
  /** Microseconds of a tick; null for a kernel in this process. */
  measured: Measured | null;
  published: Published | null;
  /** Bars after which side, trades or any bit of the PnL were not the right kernel's. */
  mismatches: number;
  /** The first of them, counted from 0, and both books after it; null when there is none. */
  first_divergent_bar: number | null;
  /** False where no bar differs, but the right kernel never trades either: then nothing tells the two apart. */
  shown: boolean;
  expected: Tick | null;
  actual: Tick | null;
  /** After the last bar. */
  trades: number;
  pnl: number;
  /** Whether the gate, which compares the ends alone, sees a difference too. */
  caught_by_gate: boolean;
  /** What is wrong with it, and how that comes about, usually; null for the engine's session. */
  description: string | null;
  cause: string | null;
  /** PnL less the right one, at bars picked for a figure; null for the paced loop, which is compared too. */
  drift: Drift | null;
}

type Unjudged = Omit<ParityRow, 'shown'>;

/** Rows of the session, closed and paced, and of the six faults. */
export function parityRows(starts: readonly StartResult[], intervals: boolean): ParityRow[] {
  const trades = starts[0].reference.trades[0] > 0;
  return [
    sessionRow(starts, 'closed', intervals),
    sessionRow(starts, 'paced', intervals),
    ...faultRows(starts),
  ].map((row) => ({ ...row, shown: trades || row.mismatches > 0 }));
}

function sessionRow(
  starts: readonly StartResult[],
  pacing: 'closed' | 'paced',
  intervals: boolean,
): Unjudged {
  const measured = latency(
    starts.map((start) => Array.from(start[pacing])),
    intervals,
  );
  const different = starts.find(({ first }) => first !== null) ?? starts[0];
  const { live, batch, first } = different;
  const closed = pacing === 'closed';
  return {
    kernel: 'rust_live_unix',
    pacing,
    title: closed ? 'live session, closed loop' : 'live session, paced',
    bars: measured.n,
    measured,
    published: null,
    mismatches: starts.reduce((sum, start) => sum + start.mismatches[pacing], 0),
    first_divergent_bar: closed ? (first?.bar ?? null) : null,
    expected: closed ? (first?.expected ?? null) : null,
    actual: closed ? (first?.actual ?? null) : null,
    trades: live.trades[0],
    pnl: live.pnl[0],
    caught_by_gate: live.trades[0] !== batch.trades[0] || !Object.is(live.pnl[0], batch.pnl[0]),
    description: null,
    cause: null,
    drift: closed ? different.drift : null,
  };
}

function faultRows([{ faults, closed }]: readonly StartResult[]): Unjudged[] {
  return faults.map(({ name, divergence, mismatches, end, caughtByGate, drift }) => {
    const { title, description, cause } = FAULTS.find((fault) => fault.name === name)!;
    return {
      kernel: name,
      pacing: null,
      title,
      bars: closed.length,
      measured: null,
      published: null,
      mismatches,
      first_divergent_bar: divergence?.bar ?? null,
      expected: divergence?.expected ?? null,
      actual: divergence?.actual ?? null,
      trades: end.trades,
      pnl: end.pnl,
      caught_by_gate: caughtByGate,
      description,
      cause,
      drift,
    };
  });
}
