export { ARTICLE_BOUNDARY, type Boundary, QUOTED_SHARED_MEMORY_US, transitUs } from './boundary';
export { type BreakEven, breakEvenOf, type CallParts } from './break-even';
export { type MeasureWorkOptions, measureWork, type Work } from './measure-work';
export { callsAtBreakEven, type Job, type Prediction, predict } from './predict';
export {
  ARTICLE_ECHO_MODEL,
  bootstrapBoundary,
  fitBoundary,
  kneeBytes,
  roundTripUs,
  type TransitBlocks,
  type TransitFit,
  type TransitPoint,
  type TransitResidual,
  transitResiduals,
} from './transit';
