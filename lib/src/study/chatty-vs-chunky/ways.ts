import { microseconds, timed } from '../../bench';
import type { Engine, LoadedSeries } from '../../engine';
import type { SweepResult, Windows } from '../../kernel';

/** How one sweep is cut into calls. */
export type Way = 'batch' | 'resending' | 'stateful' | 'pipelined';

/** Every way, and the default of `chattyVsChunky`'s option `ways`; what each is says `WAY_TITLES`. */
export const WAYS: readonly Way[] = ['batch', 'resending', 'stateful', 'pipelined'];

export const WAY_TITLES: Record<Way, string> = {
  batch: 'one call: the series and all combos',
  resending: 'a call per combo, the series sent again each time',
  stateful: 'a call per combo, the series loaded before: 48 bytes each',
  pipelined: 'the same, sent without waiting for the answers before',
};

/** One call: microseconds the caller waited, and those the kernel ran by the engine's clock (opcode 9). */
export interface Call {
  us: number;
  compute: number;
}

/** One whole sweep. `us` is what the caller waited in all; questions about the engine's clock do not count. */
export interface WaySweep {
  us: number;
  compute: number;
  calls: Call[];
  result: SweepResult;
}

/** What a sweep needs. */
export interface Bench {
  engine: Engine;
  close: Float64Array;
  /** The same series, loaded. */
  series: LoadedSeries;
  windows: readonly Windows[];
}

const asked = async (engine: Engine): Promise<number> => (await engine.timing()).computeMicroseconds;
const sum = (calls: readonly Call[], of: (call: Call) => number): number =>
  calls.reduce((total, call) => total + of(call), 0);

/** Sweeps once in the given way. */
export function sweepInWay(way: Way, bench: Bench): Promise<WaySweep> {
  if (way === 'batch') return batch(bench);
  return way === 'pipelined' ? pipelined(bench) : oneByOne(way, bench);
}

async function batch({ engine, close, windows }: Bench): Promise<WaySweep> {
  const { value: result, us } = await timed(() => engine.sweep(close, windows));
  const compute = await asked(engine);
  return { us, compute, calls: [{ us, compute }], result };
}

async function oneByOne(way: 'resending' | 'stateful', bench: Bench): Promise<WaySweep> {
  const { engine, close, series, windows } = bench;
  const calls: Call[] = [];
  const result = emptyResult(windows.length);
  for (const [i, combo] of windows.entries()) {
    const { value, us } = await timed(() =>
      way === 'stateful' ? engine.sweepLoaded(series, [combo]) : engine.sweep(close, [combo]),
    );
    put(result, i, value);
    calls.push({ us, compute: await asked(engine) });
  }
  return { us: sum(calls, ({ us }) => us), compute: sum(calls, ({ compute }) => compute), calls, result };
}

/**
 * All calls are sent before the first answer has come. The engine's clock must be asked in the same
 * stream, so each combo is followed by a timing frame: what this measures bounds the boundary from
 * above. A call's microseconds are those since the answer before.
 */
async function pipelined({ engine, series, windows }: Bench): Promise<WaySweep> {
  const result = emptyResult(windows.length);
  const begin = microseconds();
  const answers = windows.map((combo, i) => {
    const arrived = engine.sweepLoaded(series, [combo]).then((value) => {
      put(result, i, value);
      return microseconds();
    });
    return { arrived, compute: asked(engine) };
  });
  const calls: Call[] = [];
  let before = begin;
  for (const { arrived, compute } of answers) {
    const now = await arrived;
    calls.push({ us: now - before, compute: await compute });
    before = now;
  }
  return { us: before - begin, compute: sum(calls, ({ compute }) => compute), calls, result };
}

const emptyResult = (combos: number): SweepResult => ({
  pnl: new Float64Array(combos),
  trades: new Int32Array(combos),
});

function put(result: SweepResult, i: number, { pnl, trades }: SweepResult): void {
  result.pnl[i] = pnl[0];
  result.trades[i] = trades[0];
}
