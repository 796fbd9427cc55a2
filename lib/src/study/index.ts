import { architectures } from './architectures';
import { experiment } from './experiment';

export {
  type ArchitectureRow,
  type ArchitecturesOptions,
  architectureNames,
  architectures,
  CONTROL,
  fingerprintText,
} from './architectures';
export { type ExperimentOptions, type ExperimentRow, experiment } from './experiment';
export { before, remember } from './history';
export { notice } from './notice';
export { record, recorded, resultsFolder } from './record';
export { isQuick, runId } from './run';
export {
  type Fact,
  fact,
  type Gap,
  type Progress,
  type Section,
  type SectionRun,
  type Study,
  type StudyContext,
} from './section';
export { studySeries, type WorkloadOptions } from './workload';

/** Every section of the study, in the order of its notebooks. A new section is one line here. */
export const STUDIES = [experiment, architectures] as const;
