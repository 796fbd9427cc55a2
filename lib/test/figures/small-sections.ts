import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { grid } from '../../src/kernel';
import { gbm } from '../../src/market';
import {
  type ArchitecturesOptions,
  architectures,
  type BreakEvenOptions,
  breakEven,
  type ChattyOptions,
  chattyVsChunky,
  type EchoCurveOptions,
  type ExperimentOptions,
  echoCurve,
  experiment,
  type LoopAttributionOptions,
  type LowerFloorsOptions,
  loopAttribution,
  lowerFloors,
  type ParityOptions,
  parity,
  record,
  type Section,
  type SerializationTaxOptions,
  type SpawnCostOptions,
  type Study,
  serializationTax,
  spawnCost,
  type TakeawaysOptions,
  type TunedKernelOptions,
  takeaways,
  tunedKernel,
  type VerdictOptions,
  verdict,
  type WorkloadOptions,
} from '../../src/study';

const SMALL = { bars: gbm({ bars: 2_000 }), lengths: [6, 12, 50, 100] };
const QUICK = { ...SMALL, quick: true };

/** A section that reads others, over the records of these small ones. */
async function fromRecords<Row>(study: Study<WorkloadOptions, Row>, more: object): Promise<Section<Row>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ipc-tax-records-'));
  const before = process.env.IPC_TAX_RESULTS;
  process.env.IPC_TAX_RESULTS = folder;
  try {
    for (const name of ['architectures', 'codecs', 'chatty', 'spawns'] as const) {
      record<unknown>(await smallSection(name));
    }
    return await study.run({ ...SMALL, ...more });
  } finally {
    if (before === undefined) delete process.env.IPC_TAX_RESULTS;
    else process.env.IPC_TAX_RESULTS = before;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How each section is measured small: with every name that a run has unless `more` says otherwise. */
export const measureSmall = {
  experiment: (more: ExperimentOptions = {}) => experiment.run({ ...SMALL, ...more }),
  architectures: (more: ArchitecturesOptions = {}) =>
    architectures.run({ ...QUICK, runs: 2, starts: 1, ...more }),
  echoes: (more: EchoCurveOptions = {}) =>
    echoCurve.run({ floats: [1, 1_000, 20_000], blockMs: 2, quick: true, ...more }),
  codecs: (more: SerializationTaxOptions = {}) => serializationTax.run({ ...QUICK, ...more }),
  chatty: (more: ChattyOptions = {}) => chattyVsChunky.run({ ...QUICK, ...more }),
  spawns: (more: SpawnCostOptions = {}) => spawnCost.run({ ...QUICK, ...more }),
  breakEven: (more: BreakEvenOptions = {}) =>
    breakEven.run({ ...QUICK, ticks: 1_000, pacedTicks: 200, pace: 10_000, echoes: 200, ...more }),
  parity: (more: ParityOptions = {}) =>
    parity.run({ bars: SMALL.bars, pacedTicks: 200, pace: 10_000, quick: true, ...more }),
  tuned: (more: TunedKernelOptions = {}) =>
    tunedKernel.run({ ...QUICK, lengths: grid({ from: 6, to: 100, count: 16 }), traced: 4, ...more }),
  loops: (more: LoopAttributionOptions = {}) =>
    loopAttribution.run({ bars: 2_000, length: 20, quick: true, ...more }),
  floors: (more: LowerFloorsOptions = {}) =>
    lowerFloors.run({
      ...QUICK,
      floats: [1, 1_000],
      ticks: 200,
      ticksMs: 20,
      idleMs: 10,
      blockMs: 1,
      ...more,
    }),
  verdict: (more: VerdictOptions = {}) => fromRecords(verdict, more),
  takeaways: (more: TakeawaysOptions = {}) => fromRecords(takeaways, more),
};

/** The section of each name. */
export type SectionOf = {
  [Name in keyof typeof measureSmall]: Awaited<ReturnType<(typeof measureSmall)[Name]>>;
};

const measured: Partial<Record<string, Promise<unknown>>> = {};

/** A small section of the real thing, measured once in this process. */
export const smallSection = <Name extends keyof SectionOf>(name: Name): Promise<SectionOf[Name]> =>
  (measured[name] ??= measureSmall[name]()) as Promise<SectionOf[Name]>;

export const SMALL_NAMES = Object.keys(measureSmall) as (keyof SectionOf)[];
