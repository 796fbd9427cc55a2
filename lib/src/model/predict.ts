import { amount, type Boundary, checkBoundary, transitUs } from './boundary';

/** A job cut into calls. */
export interface Job {
  boundary: Boundary;
  /** What all calls together compute, in microseconds. */
  computeUs: number;
  /** Payload of one call, request and reply together. Default 0. */
  bytesPerCall?: number;
}

/** What the model says a job takes, in microseconds, one call after the other. */
export interface Prediction {
  calls: number;
  /** Payload of all calls. */
  bytes: number;
  /** The fixed part: calls times floor. */
  floorsUs: number;
  transitUs: number;
  /** Floors and transit. */
  boundaryUs: number;
  computeUs: number;
  totalUs: number;
  /** Boundary over total; null when both are 0. */
  boundaryShare: number | null;
}

/**
 * Predicts a job that makes `calls` calls: calls * floor + bytes / rate + compute.
 * @throws OptionError naming what is negative or no number.
 */
export function predict(job: Job & { calls: number }): Prediction {
  const boundary = checkBoundary(job.boundary);
  const calls = amount('calls', job.calls);
  const computeUs = amount('computeUs', job.computeUs);
  const bytes = calls * amount('bytesPerCall', job.bytesPerCall ?? 0);
  const floorsUs = calls * boundary.floorUs;
  const transit = transitUs(bytes, boundary);
  const boundaryUs = floorsUs + transit;
  const totalUs = boundaryUs + computeUs;
  return {
    calls,
    bytes,
    floorsUs,
    transitUs: transit,
    boundaryUs,
    computeUs,
    totalUs,
    boundaryShare: totalUs > 0 ? boundaryUs / totalUs : null,
  };
}

/**
 * In how many calls the boundary costs as much as the work: computeUs / (floor + a call's transit). Fewer
 * calls and the work prevails.
 * @returns a number of calls, not rounded.
 * @throws OptionError naming what is negative or no number, or a floor of zero.
 */
export function callsAtBreakEven(job: Job): number {
  const boundary = checkBoundary(job.boundary);
  const perCall = boundary.floorUs + transitUs(job.bytesPerCall ?? 0, boundary);
  return amount('computeUs', job.computeUs) / perCall;
}
