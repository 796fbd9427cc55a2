import { microseconds, quantile, type TaskContext } from '../../bench';
import type { Windows } from '../../kernel';
import { joined, readSweepReply, sweepReply, sweepRequest } from '../../wire';

export interface ClientShareTask {
  close: Float64Array;
  windows: Windows[];
}

/** What the client itself spends on a call of one combo, and of all: building the frame, reading the reply. */
export interface ClientShare {
  oneComboUs: number;
  allCombosUs: number;
}

/** How often each is timed; the median is kept. */
const TIMES = 300;

function timeCall(close: Float64Array, windows: readonly Windows[]): number {
  const rows = { pnl: new Float64Array(windows.length), trades: new Int32Array(windows.length) };
  const body = joined(sweepReply(rows)).subarray(4);
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const begin = microseconds();
    sweepRequest(close, windows);
    readSweepReply(body, windows.length);
    times.push(microseconds() - begin);
  }
  return quantile(times.slice(TIMES / 3), 0.5);
}

/** Runs in a worker (`bench/worker.ts`). */
export async function measureClient(
  { close, windows }: ClientShareTask,
  _: TaskContext,
): Promise<ClientShare> {
  return { oneComboUs: timeCall(close, windows.slice(0, 1)), allCombosUs: timeCall(close, windows) };
}
