export { bootstrapMedian, type Interval } from './bootstrap';
export { microseconds, timed } from './clock';
export {
  Gate,
  type GateOutcome,
  type GateRecord,
  type GateReference,
  type GateVariant,
  gateOutcome,
  joinGates,
  variantOutcome,
} from './gate';
export { gateLines, namesText, neverTraded } from './gate-words';
export { confinement, type Machine, machine } from './machine';
export { type Measured, measured, type Published } from './measured';
export { NOISE_LIMITS, type Noise, watchNoise, worstNoise } from './noise';
export { ownProcessorTime, processorTimeOf } from './processor-time';
export { median, quantile } from './quantile';
export { interleaved, type RoundsOptions, type Subject } from './rounds';
export { type Estimate, STARTS_FOR_INTERVAL, Starts, type Timed } from './starts';
export { type WarmUp, warmUp } from './warmup';
export { inWorker, type Task, type TaskContext, type WorkerOptions } from './worker';
