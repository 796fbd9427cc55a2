import type { Exit } from '../transport';
import type { Source } from './client';

/** Whatever process or processes an engine is, behind its clients. @internal */
export interface Host extends Source {
  /** Of the engine's process; null when there is none at the moment. */
  readonly pid: number | null;
  /** When the engine has ended, by itself or by `end`. */
  readonly exited: Promise<Exit>;
  /** Ends it and all it left. May be called twice. */
  end(): Promise<void>;
}
