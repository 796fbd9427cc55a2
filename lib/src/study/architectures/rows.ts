import type { Estimate, Measured, Published, Starts } from '../../bench';
import type { Architecture, SweepCall } from './known';

/** One architecture: what a sweep cost, by the caller's clock and by the engine's. */
export interface ArchitectureRow {
  architecture: string;
  title: string;
  language: Architecture['language'];
  kernel: string;
  transport: Architecture['transport'];
  granularity: Architecture['granularity'];
  calls_per_sweep: number;
  measured: Measured;
  published: Published | null;
  /** Median microseconds the kernel ran, by the engine's own clock. */
  compute_us: number;
  /** Median microseconds of a sweep that were not the kernel's: transit, parsing, encoding, starting. */
  boundary_us: number;
  /** Of the boundary, what the engine itself spent parsing and encoding. */
  engine_parse_us: number;
  engine_encode_us: number;
  /** Microseconds of the first whole sweep after a start; null when it was not timed. */
  cold_us: number | null;
  /** Within rounds, against each in-process kernel; null where that one was not measured. */
  ratio_numba: Estimate | null;
  ratio_v8: Estimate | null;
  published_ratio: number | null;
}

/** The article's in_process, in microseconds: what its ratios are against. */
const PUBLISHED_IN_PROCESS = 2_010_000;

/** The row of one architecture. `published` tells whether the workload is the article's. */
export function architectureRow(
  architecture: Architecture,
  starts: Starts<SweepCall>,
  combos: number,
  cold: number | null,
  published: boolean,
): ArchitectureRow {
  const { name, granularity } = architecture;
  const middle = (of: (call: SweepCall) => number): number => starts.estimate(name, of).median;
  const figure = published ? architecture.published : null;
  return {
    architecture: name,
    title: architecture.title,
    language: architecture.language,
    kernel: architecture.kernel,
    transport: architecture.transport,
    granularity,
    calls_per_sweep: granularity === 'combo' ? combos : 1,
    measured: starts.summary(name),
    published: figure === null ? null : { unit: 'us', median: figure },
    compute_us: middle(({ engine }) => engine.compute),
    boundary_us: middle(({ us, engine }) => us - engine.compute),
    engine_parse_us: middle(({ engine }) => engine.parse),
    engine_encode_us: middle(({ engine }) => engine.encode),
    cold_us: cold,
    ratio_numba: starts.ratio(name, 'in_process_numba'),
    ratio_v8: starts.ratio(name, 'in_process_v8'),
    published_ratio: figure === null ? null : figure / PUBLISHED_IN_PROCESS,
  };
}
