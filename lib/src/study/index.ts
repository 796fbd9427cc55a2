import { architectures } from './architectures';
import { breakEven } from './break-even';
import { chattyVsChunky } from './chatty-vs-chunky';
import { echoCurve } from './echo-curve';
import { experiment } from './experiment';
import { loopAttribution } from './loop-attribution';
import { lowerFloors } from './lower-floors';
import { parity } from './parity';
import { serializationTax } from './serialization-tax';
import { spawnCost } from './spawn-cost';
import { takeaways } from './takeaways';
import { tunedKernel } from './tuned-kernel';
import { verdict } from './verdict';

export {
  type ArchitectureRow,
  type ArchitecturesOptions,
  architectureNames,
  architectures,
  CONTROL,
  fingerprintText,
  ratioWithin,
  referenceOf,
} from './architectures';
export { type BreakEvenOptions, type BreakEvenRow, breakEven } from './break-even';
export {
  type ChattyOptions,
  type ChattyRow,
  chattyVsChunky,
  WAYS,
  type Way,
} from './chatty-vs-chunky';
export {
  ARTICLE_ECHOES,
  blockMedian,
  boundaryOf,
  ECHO_CLIENT_NAMES,
  ECHO_FLOATS,
  ECHO_TRANSPORTS,
  type EchoClientName,
  type EchoCurveOptions,
  type EchoFit,
  type EchoProcess,
  type EchoRow,
  type EchoTransport,
  echoCurve,
  echoFits,
  PLACEMENTS,
  type Placement,
} from './echo-curve';
export { type ExperimentOptions, type ExperimentRow, experiment } from './experiment';
export { before, remember } from './history';
export {
  BUILD_NAMES,
  type BuildName,
  LOOP_NAMES,
  type LoopAttributionOptions,
  type LoopName,
  type LoopRow,
  loopAttribution,
} from './loop-attribution';
export {
  type BreakEvenFloorRow,
  FAMILIES,
  type Family,
  FLOOR_CLIENTS,
  FLOOR_FLOATS,
  FLOOR_TRANSPORTS,
  type FloorClient,
  floorRows,
  type IdleRow,
  type LowerFloorsOptions,
  type LowerFloorsRow,
  lowerFloors,
  NATIVE_FLOORS,
  type NativeFloor,
  type Recipe,
  type RoundTripRow,
  type TicksRow,
} from './lower-floors';
export { notice } from './notice';
export { type Drift, type ParityOptions, type ParityRow, parity } from './parity';
export { type RecordOptions, record, recorded, resultsFolder } from './record';
export { isQuick, runId } from './run';
export {
  type Fact,
  fact,
  type Gap,
  type Progress,
  type Section,
  type SectionPart,
  type SectionRun,
  type Study,
  type StudyContext,
} from './section';
export {
  type CodecRow,
  type JobRow,
  jobNames,
  type SerializationTaxOptions,
  type SerializationTaxRow,
  serializationTax,
} from './serialization-tax';
export {
  PROGRAMS,
  type Program,
  PUBLISHED_SPAWN_US,
  type SpawnCostOptions,
  type SpawnJob,
  type SpawnRow,
  spawnCost,
} from './spawn-cost';
export { studyFee } from './study-fee';
export { studySeries } from './study-series';
export { type TakeawayRow, type TakeawaysOptions, type TakeawayVerdict, takeaways } from './takeaways';
export {
  type BoundaryForm,
  type BoundaryRow,
  type BoundRow,
  type FlatRow,
  type GrowthRow,
  KERNEL_NAMES,
  type KernelRow,
  type TunedKernelOptions,
  type TunedKernelRow,
  tunedKernel,
} from './tuned-kernel';
export {
  type Answer,
  boundsChecks,
  type ChecklistRow,
  checklist,
  type Hypothesis,
  type VerdictOptions,
  type VerdictRow,
  verdict,
} from './verdict';
export type { WorkloadOptions } from './workload';

/** Every section of the study, in the order of its notebooks. A new section is one line here. */
export const STUDIES = [
  experiment,
  architectures,
  echoCurve,
  serializationTax,
  chattyVsChunky,
  spawnCost,
  breakEven,
  verdict,
  takeaways,
  parity,
  tunedKernel,
  lowerFloors,
  loopAttribution,
] as const;
