import { nativeSweepSync, type SweepResult, sweep, tunedSweep, type Windows } from '../../kernel';

/** What is measured on a flat series: the tuned kernels, and what each is to be held against. */
export type FlatName = 'Rust naive' | 'Rust tuned' | 'TypeScript naive' | 'TypeScript tuned';

export interface FlatSubject {
  name: FlatName;
  /** The naive kernel of the same language. */
  against: FlatName;
  run(close: Float64Array, windows: readonly Windows[], options: { fee: number }): SweepResult;
}

/** A series on which every bar is uncertain, so that the tuned kernels do all in the reference's arithmetic. */
export const FLAT: readonly FlatSubject[] = [
  {
    name: 'Rust naive',
    against: 'Rust naive',
    run: (close, windows, { fee }) => nativeSweepSync(close, windows, { kernel: 'naive', fee }),
  },
  {
    name: 'Rust tuned',
    against: 'Rust naive',
    run: (close, windows, { fee }) => nativeSweepSync(close, windows, { kernel: 'tuned', fee }),
  },
  {
    name: 'TypeScript naive',
    against: 'TypeScript naive',
    run: sweep,
  },
  {
    name: 'TypeScript tuned',
    against: 'TypeScript naive',
    run: tunedSweep,
  },
];
