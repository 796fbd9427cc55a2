import { existsSync } from 'node:fs';
import path from 'node:path';
import { microseconds, timed } from '../../bench';
import { type Engine, projectRoot, startEngine } from '../../engine';
import { IpcTaxError } from '../../errors';
import { FAULTS, type SweepResult, sweep, type Windows } from '../../kernel';

/** What the engine spent on a call by its own clock, in microseconds (opcode 9). */
export interface EngineShare {
  parse: number;
  compute: number;
  encode: number;
}

/** One whole sweep: its cost as the caller saw it, the engine's share, and the rows for the gate. */
export interface SweepCall {
  us: number;
  engine: EngineShare;
  result: SweepResult;
}

/** A started architecture. `call` sweeps all of `windows`; `close` ends what was started. */
export interface Running {
  call(windows: readonly Windows[]): Promise<SweepCall>;
  close(): Promise<void>;
}

/** One way to call the kernel. */
export interface Architecture {
  name: string;
  /** What it is, for tables. */
  title: string;
  language: 'python' | 'typescript' | 'rust';
  kernel: string;
  transport: 'none' | 'unix' | 'tcp' | 'spawn';
  /** How a sweep is cut into calls. */
  granularity: 'sweep' | 'combo';
  /** Microseconds, from the article's table; null for what it has no row for. */
  published: number | null;
  start(close: Float64Array, signal: AbortSignal): Promise<Running>;
}

/** What the engine says of its last call, in the units of a `SweepCall`. */
async function engineShare(engine: Engine): Promise<EngineShare> {
  const { parseMicroseconds, computeMicroseconds, encodeMicroseconds } = await engine.timing();
  return { parse: parseMicroseconds, compute: computeMicroseconds, encode: encodeMicroseconds };
}

/** One call for the whole sweep, the series sent with it. */
async function wholeSweep(
  engine: Engine,
  close: Float64Array,
  windows: readonly Windows[],
): Promise<SweepCall> {
  const { value, us } = await timed(() => engine.sweep(close, windows));
  return { us, engine: await engineShare(engine), result: value };
}

/** One call for each combo, the series sent again with each. Only the calls themselves are timed. */
async function comboByCombo(
  engine: Engine,
  close: Float64Array,
  windows: readonly Windows[],
): Promise<SweepCall> {
  const total: EngineShare = { parse: 0, compute: 0, encode: 0 };
  const result: SweepResult = {
    pnl: new Float64Array(windows.length),
    trades: new Int32Array(windows.length),
  };
  let us = 0;
  for (let i = 0; i < windows.length; i++) {
    const call = await wholeSweep(engine, close, [windows[i]]);
    us += call.us;
    result.pnl[i] = call.result.pnl[0];
    result.trades[i] = call.result.trades[0];
    total.parse += call.engine.parse;
    total.compute += call.engine.compute;
    total.encode += call.engine.encode;
  }
  return { us, engine: total, result };
}

/** An architecture that is a Rust engine behind a transport. */
function rust(
  name: string,
  title: string,
  kernel: 'naive' | 'unchecked',
  transport: 'unix' | 'tcp' | 'spawn',
  granularity: Architecture['granularity'],
  published: number | null,
): Architecture {
  const sweepOver = granularity === 'sweep' ? wholeSweep : comboByCombo;
  return {
    name,
    title,
    language: 'rust',
    kernel,
    transport,
    granularity,
    published,
    async start(close, signal) {
      const engine = await startEngine({ kernel, transport, signal });
      return { call: (windows) => sweepOver(engine, close, windows), close: () => engine.close() };
    },
  };
}

/** The Python of the project's own environment, which has numba in it. */
function python(): string {
  const file = path.join(projectRoot(), '.venv', 'bin', 'python');
  if (!existsSync(file)) {
    throw new IpcTaxError('NO_PYTHON', `no Python environment at ${file}: run \`make setup\` first`);
  }
  return file;
}

/**
 * The article's own reference. Its process holds the series and is asked for its own clock, so what
 * counts is the kernel called inside that process, after compilation; the pipe to it does not.
 */
const numba: Architecture = {
  name: 'in_process_numba',
  title: "the kernel called directly: numba, one thread (the article's in_process)",
  language: 'python',
  kernel: 'naive',
  transport: 'none',
  granularity: 'sweep',
  published: 2_010_000,
  async start(close, signal) {
    const script = path.join(projectRoot(), 'environment', 'reference', 'numba_engine.py');
    const program = { command: python(), args: [script] };
    const engine = await startEngine({ transport: 'stdio', program, signal, timeout: 120_000 });
    const series = await engine.load(close);
    return {
      async call(windows) {
        const result = await engine.sweepLoaded(series, windows);
        const share = await engineShare(engine);
        return { us: share.compute, engine: share, result };
      },
      close: () => engine.close(),
    };
  },
};

/** An architecture that calls a TypeScript kernel in the measuring process itself. */
function inProcess(
  name: string,
  title: string,
  kernel: (close: Float64Array, windows: readonly Windows[]) => SweepResult,
): Architecture {
  return {
    name,
    title,
    language: 'typescript',
    kernel: name === 'in_process_v8' ? 'naive' : name,
    transport: 'none',
    granularity: 'sweep',
    published: null,
    async start(close) {
      return {
        async call(windows) {
          const begin = microseconds();
          const result = kernel(close, windows);
          const us = microseconds() - begin;
          return { us, engine: { parse: 0, compute: us, encode: 0 }, result };
        },
        async close() {},
      };
    },
  };
}

/** The name of the A/A control: `rust_batch_unix` once more, from a start of its own. */
export const CONTROL = 'rust_batch_unix_again';

/** The architectures measured unless asked otherwise: the article's five, V8, and the A/A control. */
export const DEFAULT_ARCHITECTURES: readonly Architecture[] = [
  numba,
  inProcess('in_process_v8', 'the kernel called directly: TypeScript in V8', sweep),
  rust(
    'rust_batch_unix',
    'Rust engine, Unix socket, one call: series and all combos',
    'naive',
    'unix',
    'sweep',
    2_276_000,
  ),
  rust('rust_batch_unchecked', 'the same without bounds checks', 'unchecked', 'unix', 'sweep', 2_337_000),
  rust(
    'rust_chatty_unix',
    'one call per combo, the series sent again each time',
    'naive',
    'unix',
    'combo',
    2_383_000,
  ),
  rust(
    'rust_spawn_stdin',
    'the engine spawned for the sweep, request on stdin',
    'naive',
    'spawn',
    'sweep',
    2_300_000,
  ),
  rust(CONTROL, 'A/A control: rust_batch_unix once more', 'naive', 'unix', 'sweep', null),
];

/** More to choose from by name; a deliberately wrong kernel shows what the gate is for. */
export const MORE_ARCHITECTURES: readonly Architecture[] = [
  rust('rust_batch_tcp', 'Rust engine, TCP on loopback, one call', 'naive', 'tcp', 'sweep', null),
  rust(
    'rust_chatty_tcp',
    'one call per combo over TCP, the series sent again',
    'naive',
    'tcp',
    'combo',
    null,
  ),
  ...FAULTS.map((fault) =>
    inProcess(`faulty_${fault.name}`, `a deliberately wrong kernel: ${fault.title}`, (close, windows) =>
      fault.sweep(close, windows),
    ),
  ),
];

const KNOWN = new Map([...DEFAULT_ARCHITECTURES, ...MORE_ARCHITECTURES].map((a) => [a.name, a]));

/** The names an architecture can be chosen by. */
export const architectureNames = (): string[] => [...KNOWN.keys()];

export const architectureByName = (name: string): Architecture => KNOWN.get(name)!;
