import { timed } from '../../bench';
import { startEngine } from '../../engine';
import type { SweepResult, Windows } from '../../kernel';
import type { Swept } from '../architectures/known';
import { HttpEngine } from './http-engine';

/** One whole sweep, in microseconds: as the caller saw it, and the shares that either side could tell. */
export interface JobCall {
  us: number;
  compute: number;
  parse: number;
  encode: number;
  /** Null where the client writes the series from where it lies, without encoding it. */
  clientEncode: number | null;
  clientDecode: number | null;
  result: SweepResult;
}

/** A started job. */
export interface RunningJob {
  call(windows: readonly Windows[]): Promise<JobCall>;
  close(): Promise<void>;
}

/** A way to do the whole job behind a boundary. */
export interface Job<Name extends string = string> {
  name: Name;
  title: string;
  transport: 'unix' | 'http';
  codec: 'raw_view' | 'json';
  /** How a sweep is cut into calls. */
  granularity: 'sweep' | 'combo';
  /** Microseconds, from the article's table. */
  published: number | null;
  start(swept: Swept, signal: AbortSignal): Promise<RunningJob>;
}

type Sweep = (windows: readonly Windows[]) => Promise<JobCall>;

/** Cuts a sweep into one call a combo, and adds up what they took. */
const comboByCombo =
  (sweep: Sweep): Sweep =>
  async (windows) => {
    const result = { pnl: new Float64Array(windows.length), trades: new Int32Array(windows.length) };
    const total: JobCall = {
      us: 0,
      compute: 0,
      parse: 0,
      encode: 0,
      clientEncode: 0,
      clientDecode: 0,
      result,
    };
    const plus = (a: number | null, b: number | null): number | null =>
      a === null || b === null ? null : a + b;
    for (let i = 0; i < windows.length; i++) {
      const call = await sweep([windows[i]]);
      total.us += call.us;
      total.compute += call.compute;
      total.parse += call.parse;
      total.encode += call.encode;
      total.clientEncode = plus(total.clientEncode, call.clientEncode);
      total.clientDecode = plus(total.clientDecode, call.clientDecode);
      result.pnl[i] = call.result.pnl[0];
      result.trades[i] = call.result.trades[0];
    }
    return total;
  };

/** The engine over its Unix socket, in frames of raw bytes. */
async function startRaw({ close, fee }: Swept, signal: AbortSignal) {
  const engine = await startEngine({ kernel: 'naive', transport: 'unix', fee, signal });
  const sweep: Sweep = async (windows) => {
    const { value: result, us } = await timed(() => engine.sweep(close, windows, { signal }));
    const { parseMicroseconds, computeMicroseconds, encodeMicroseconds } = await engine.timing();
    return {
      us,
      compute: computeMicroseconds,
      parse: parseMicroseconds,
      encode: encodeMicroseconds,
      clientEncode: null,
      clientDecode: null,
      result,
    };
  };
  return { sweep, close: () => engine.close() };
}

/** The same kernel behind HTTP, in JSON. */
async function startJson({ close, fee }: Swept, signal: AbortSignal) {
  const engine = await HttpEngine.start(signal, fee);
  return {
    sweep: (windows: readonly Windows[]) => engine.sweep(close, windows, signal),
    close: () => engine.close(),
  };
}

function job<Name extends string>(
  name: Name,
  title: string,
  transport: Job['transport'],
  granularity: Job['granularity'],
  published: number | null,
): Job<Name> {
  const [codec, start] =
    transport === 'http' ? (['json', startJson] as const) : (['raw_view', startRaw] as const);
  return {
    name,
    title,
    transport,
    codec,
    granularity,
    published,
    async start(swept, signal) {
      const { sweep, close } = await start(swept, signal);
      return { call: granularity === 'sweep' ? sweep : comboByCombo(sweep), close };
    },
  };
}

const JOBS = [
  job('rust_batch_unix', 'raw bytes over a Unix socket, one call', 'unix', 'sweep', 2_276_000),
  job('http_json_batch', 'JSON over HTTP, one call', 'http', 'sweep', null),
  job('http_json_chatty', 'JSON over HTTP, one call per combo', 'http', 'combo', null),
  job('rust_chatty_unix', 'raw bytes over a Unix socket, one call per combo', 'unix', 'combo', 2_383_000),
] satisfies readonly Job[];

export type JobName = (typeof JOBS)[number]['name'];

/** The jobs measured unless asked otherwise; the raw chatty one has its own section. */
export const DEFAULT_JOBS: readonly JobName[] = ['rust_batch_unix', 'http_json_batch', 'http_json_chatty'];

/** The names a job can be chosen by. */
export const jobNames = (): string[] => JOBS.map(({ name }) => name);

export const jobNamed = (name: string): Job => JOBS.find((each) => each.name === name)!;
