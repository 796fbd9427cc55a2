import type { SweepResult, Windows } from '../../../kernel';
import type { TransportName } from '../../../transport';

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

/** What an architecture sweeps: the closes, at a fee in percent of a trade's entry price. */
export interface Swept {
  close: Float64Array;
  fee: number;
}

/** A started architecture. `call` sweeps all of `windows`; `close` ends what was started. */
export interface Running {
  call(windows: readonly Windows[]): Promise<SweepCall>;
  /** Microseconds that the process which sweeps has had a processor; null where that is not known. */
  processorTime(): number | null;
  close(): Promise<void>;
}

/** One way to call the kernel. */
export interface Architecture<Name extends string = string> {
  name: Name;
  /** What it is, for tables. */
  title: string;
  language: 'python' | 'typescript' | 'rust';
  kernel: string;
  transport: 'none' | TransportName;
  /** How a sweep is cut into calls. */
  granularity: 'sweep' | 'combo';
  /** Microseconds, from the article's table; null for what it has no row for. */
  published: number | null;
  start(swept: Swept, signal: AbortSignal): Promise<Running>;
}

/** A sweep in the measuring process itself: the call is the kernel, and nothing else. */
export const ownCall = (us: number, result: SweepResult): SweepCall => ({
  us,
  engine: { parse: 0, compute: us, encode: 0 },
  result,
});
