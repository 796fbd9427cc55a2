import type { Limits } from '../../wire';

/** How frames cross to a worker thread and back. */
export type Crossing = 'message' | 'transfer' | 'sharedWait' | 'sharedSpin';

/** What an engine in a worker thread is to be. */
export interface ThreadSettings {
  /** naive: the reference in TypeScript. Others are the Rust kernels, in the addon. */
  kernel: string;
  /** What a closed trade costs, in percent of its entry price. */
  fee: number;
  /** Threads of a Rust kernel. */
  threads: number;
  limits: Limits & {
    /** Most bytes of series loaded. */
    seriesBytes: number;
  };
}

/** What a worker is started with. */
export interface ThreadData {
  crossing: Crossing;
  /** Both rings, where memory is shared. */
  memory: SharedArrayBuffer | null;
  settings: ThreadSettings;
}
