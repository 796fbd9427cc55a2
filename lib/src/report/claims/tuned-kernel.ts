import { textTable } from '../../notebook';
import {
  type Fact,
  type GrowthRow,
  type KernelRow,
  notice,
  type Section,
  type TunedKernelRow,
  tunedKernel,
} from '../../study';
import type { Claim, ClaimFamily } from './claim';

const MIB = 2 ** 20;

/** Most memory that a sweep takes beside its series. */
const BESIDE_SERIES_MIB = 64;

/**
 * The tuned kernel against numba, in one run of five interleaved rounds, each in fresh processes. Ratios are medians over
 * rounds of processor time: of this process for what runs in it (getrusage, less before the call than after), of the
 * numba engine's for numba (its threads' time by the scheduler). Where threads are compared, it is wall time.
 */
export const tunedKernelClaims: ClaimFamily = {
  name: 'tuned kernel',
  async run(context) {
    const section = await tunedKernel.run({ growth: true }, context);
    return {
      texts: [textTable(kernels(section)), textTable(growth(section)), notice(section)],
      claims: [...speed(section.facts), ...flat(section.facts), ...same(section), ...linear(section)],
    };
  },
};

const isKernel = (row: TunedKernelRow): row is KernelRow => row.kind === 'kernel';
const isGrowth = (row: TunedKernelRow): row is GrowthRow => row.kind === 'growth';

function kernels({ rows }: Section<TunedKernelRow>) {
  return rows.filter(isKernel).map((row) => ({
    kernel: row.kernel,
    'wall ms': row.measured.median / 1_000,
    'processor ms': row.processor === null ? null : row.processor.median / 1_000,
    'times numba': row.times_numba?.median ?? null,
    low: row.times_numba?.low ?? null,
    high: row.times_numba?.high ?? null,
    'wall, times numba parallel': row.times_numba_parallel?.median ?? null,
  }));
}

function growth({ rows }: Section<TunedKernelRow>) {
  return rows.filter(isGrowth).map((row) => ({
    kernel: row.kernel,
    bars: row.bars,
    combos: row.combos,
    'processor ms': row.processor_us / 1_000,
    'ns a bar and combo': row.ns_per_combo_bar,
    'MiB beside the series': row.memory_beside_series / MIB,
  }));
}

/** A figure that was not taken, such as that of two threads on one processor, lies in no range. */
function claimOf(claim: string, fact: Fact | undefined, limits: Pick<Claim, 'least' | 'most'> = {}): Claim {
  if (fact === undefined) return { claim, value: Number.NaN, unit: '', ...limits };
  const { value, low, high, unit } = fact;
  return { claim, value: value as number, low, high, unit, ...limits };
}

function speed(facts: Record<string, Fact>): Claim[] {
  return [
    claimOf('tuned Rust against numba, one thread each', facts.rust_tuned_times_numba, { least: 180 }),
    claimOf('tuned Rust against numba in parallel, by the wall', facts.rust_tuned_times_numba_parallel),
    claimOf('tuned Rust, two threads against one, by the wall', facts.two_threads_gain, { least: 1 }),
    claimOf('direct Rust against numba', facts.rust_direct_times_numba, { least: 15 }),
    claimOf('tuned WebAssembly against numba', facts.webassembly_tuned_times_numba, { least: 50 }),
    claimOf('tuned TypeScript against numba', facts.typescript_tuned_times_numba, { least: 20 }),
    claimOf('the tuned algorithm in numba against naive numba', facts.numba_tuned_times_numba),
  ];
}

function flat(facts: Record<string, Fact>): Claim[] {
  return [
    claimOf('tuned Rust on a flat series, of naive', facts.flat_rust_tuned_over_naive, { most: 1 / 8 }),
    claimOf('tuned TypeScript on a flat series, of naive', facts.flat_typescript_tuned_over_naive, {
      most: 1 / 4,
    }),
  ];
}

/** Every sweep's rows, to the last bit. */
function same({ gate }: Section<TunedKernelRow>): Claim[] {
  const variants = gate?.variants ?? [];
  const equal = variants.filter((variant) => variant.ok && variant.bit_equal).length;
  return [
    {
      claim: `kernels and boundaries whose every row is the reference's, of ${variants.length}`,
      value: gate?.all_ok ? equal : 0,
      unit: '',
      least: Math.max(1, variants.length),
    },
  ];
}

/** What a bar of a combo costs and what a sweep takes in memory, over a thousandfold range. */
function linear({ rows }: Section<TunedKernelRow>): Claim[] {
  const grown = rows.filter(isGrowth);
  return ['Rust tuned', 'TypeScript tuned'].flatMap((kernel) => {
    const own = grown.filter((row) => row.kernel === kernel);
    const at = (bars: number, combos: number): GrowthRow =>
      own.find((row) => row.bars === bars && row.combos === combos)!;
    const usual = at(150_000, 80);
    const largest = at(15_000_000, 80);
    const over = (row: GrowthRow): number => row.ns_per_combo_bar / usual.ns_per_combo_bar;
    const beside = Math.max(...own.map((row) => row.memory_beside_series)) / MIB;
    return [
      {
        claim: `${kernel}: a bar of 15,000, of one of 150,000`,
        value: over(at(15_000, 80)),
        unit: 'ratio',
        // what a sweep costs before its first bar, its filters and bounds, is told here too
        most: 3,
      },
      {
        claim: `${kernel}: a bar of 15,000,000, of one of 150,000`,
        value: over(largest),
        unit: 'ratio',
        most: 1.5,
      },
      {
        claim: `${kernel}: a combo of 160, of one of 80`,
        value: over(at(150_000, 160)),
        unit: 'ratio',
        most: 1.5,
      },
      { claim: `${kernel}: memory beside the series`, value: beside, unit: 'MiB', most: BESIDE_SERIES_MIB },
    ];
  });
}
