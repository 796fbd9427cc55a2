import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { IpcTaxError } from '../../errors';
import type { Keep } from '../measuring';

/** One sweep of another size, in a process of its own. */
export interface GrowthRow {
  kind: 'growth';
  kernel: 'Rust tuned' | 'TypeScript tuned';
  bars: number;
  combos: number;
  /** Microseconds by the wall, and of a processor. */
  us: number;
  processor_us: number;
  /** Nanoseconds of a processor for each bar of each combo. */
  ns_per_combo_bar: number;
  /** Most bytes the process had more than before it made the series. */
  memory: number;
  /** Of these, beside the series itself. */
  memory_beside_series: number;
}

/** The study's workload by bars, and by combos. */
const SIZES: readonly (readonly [bars: number, combos: number])[] = [
  [15_000, 80],
  [150_000, 80],
  [1_500_000, 80],
  [15_000_000, 80],
  [150_000, 20],
  [150_000, 40],
  [150_000, 160],
];

const KERNELS = ['Rust tuned', 'TypeScript tuned'] as const;

export const GROWTH_STEPS = SIZES.length * KERNELS.length;

/** Sweeps each size once, one process after the other. */
export async function measureGrowth(
  signal: AbortSignal | undefined,
  keep: Keep<GrowthRow>,
  onStep: (note: string) => void,
): Promise<void> {
  for (const kernel of KERNELS) {
    for (const [bars, combos] of SIZES) {
      keep(await grow(kernel, bars, combos, signal));
      onStep(`${kernel}: ${bars} bars, ${combos} combos`);
    }
  }
}

async function grow(
  kernel: GrowthRow['kernel'],
  bars: number,
  combos: number,
  signal: AbortSignal | undefined,
): Promise<GrowthRow> {
  const args = [path.join(__dirname, 'growth-main.js'), kernel, String(bars), String(combos)];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, signal ? { signal } : {});
    const { us, processor, memory } = JSON.parse(stdout) as { us: number; processor: number; memory: number };
    return {
      kind: 'growth',
      kernel,
      bars,
      combos,
      us,
      processor_us: processor,
      ns_per_combo_bar: (processor * 1_000) / (bars * combos),
      memory,
      memory_beside_series: memory - bars * 8,
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new IpcTaxError('GROWTH', `the sweep of ${bars} bars with ${kernel} failed`, { cause });
  }
}
