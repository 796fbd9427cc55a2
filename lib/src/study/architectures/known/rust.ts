import { processorTimeOf, timed } from '../../../bench';
import { type Engine, type EngineOptions, startEngine } from '../../../engine';
import type { SweepResult, Windows } from '../../../kernel';
import type { TransportName } from '../../../transport';
import type { Architecture, EngineShare, Running, SweepCall } from './architecture';

/** What the engine says of its last call, in the units of a `SweepCall`. */
export async function engineShare(engine: Engine): Promise<EngineShare> {
  const { parseMicroseconds, computeMicroseconds, encodeMicroseconds } = await engine.timing();
  return { parse: parseMicroseconds, compute: computeMicroseconds, encode: encodeMicroseconds };
}

/** Sweeps some windows in one call. */
type OneCall = (windows: readonly Windows[]) => Promise<SweepResult>;

/** One call for the whole sweep. */
async function wholeSweep(engine: Engine, one: OneCall, windows: readonly Windows[]): Promise<SweepCall> {
  const { value, us } = await timed(() => one(windows));
  return { us, engine: await engineShare(engine), result: value };
}

/** One call for each combo. Only the calls themselves are timed. */
async function comboByCombo(engine: Engine, one: OneCall, windows: readonly Windows[]): Promise<SweepCall> {
  const total: EngineShare = { parse: 0, compute: 0, encode: 0 };
  const result: SweepResult = {
    pnl: new Float64Array(windows.length),
    trades: new Int32Array(windows.length),
  };
  let us = 0;
  for (let i = 0; i < windows.length; i++) {
    const call = await wholeSweep(engine, one, [windows[i]]);
    us += call.us;
    result.pnl[i] = call.result.pnl[0];
    result.trades[i] = call.result.trades[0];
    total.parse += call.engine.parse;
    total.compute += call.engine.compute;
    total.encode += call.engine.encode;
  }
  return { us, engine: total, result };
}

/** A Rust engine behind a transport, in the article's forms and others. */
export interface RustWay {
  kernel?: EngineOptions['kernel'];
  transport?: TransportName;
  threads?: number;
  /** One call a sweep, or one a combo. */
  granularity?: Architecture['granularity'];
  /** Sent with every call, or loaded once when the engine is started. */
  series?: 'sent' | 'loaded';
  published?: number | null;
}

/** An architecture that is a Rust engine behind a transport. */
export function rust<Name extends string>(name: Name, title: string, way: RustWay = {}): Architecture<Name> {
  const { kernel = 'naive', transport = 'unix', granularity = 'sweep', series = 'sent' } = way;
  const { threads = 1, published = null } = way;
  const sweepOver = granularity === 'sweep' ? wholeSweep : comboByCombo;
  return {
    name,
    title,
    language: 'rust',
    kernel,
    transport,
    granularity,
    published,
    async start({ close, fee }, signal): Promise<Running> {
      const engine = await startEngine({ kernel, transport, fee, threads, signal });
      const id = series === 'loaded' ? await engine.load(close) : null;
      const one: OneCall = (windows) =>
        id === null ? engine.sweep(close, windows) : engine.sweepLoaded(id, windows);
      return {
        call: (windows) => sweepOver(engine, one, windows),
        // a spawned engine has ended when it could be asked
        processorTime: () => (engine.pid === null ? null : processorTimeOf(engine.pid)),
        close: () => engine.close(),
      };
    },
  };
}
