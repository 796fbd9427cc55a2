import { nativeSweepSync, type SweepResult, sweep, tunedSweep, type Windows } from '../../kernel';

/** What is measured on a flat series: the tuned kernels, and what each is to be held against. */
export type FlatName = 'Rust naive' | 'Rust tuned' | 'TypeScript naive' | 'TypeScript tuned';

export interface FlatSubject {
  name: FlatName;
  /** The naive kernel of the same language. */
  against: FlatName;
  run(close: Float64Array, windows: readonly Windows[]): SweepResult;
}

/** A series on which every bar is uncertain, so that the tuned kernels do all in the reference's arithmetic. */
export const FLAT: readonly FlatSubject[] = [
  {
    name: 'Rust naive',
    against: 'Rust naive',
    run: (close, windows) => nativeSweepSync(close, windows, { kernel: 'naive' }),
  },
  {
    name: 'Rust tuned',
    against: 'Rust naive',
    run: (close, windows) => nativeSweepSync(close, windows, { kernel: 'tuned' }),
  },
  {
    name: 'TypeScript naive',
    against: 'TypeScript naive',
    run: (close, windows) => sweep(close, windows),
  },
  {
    name: 'TypeScript tuned',
    against: 'TypeScript naive',
    run: (close, windows) => tunedSweep(close, windows),
  },
];
