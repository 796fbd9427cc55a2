import type { Interval } from '../bench';
import { median } from '../bench';
import { OptionError } from '../errors';
import { Pcg64 } from '../market';
import { type Boundary, transitUs } from './boundary';

/** The article's cost model of its echo curve, as written there: T(b) = 14 µs + 2b / 1.2 GB/s. */
export const ARTICLE_ECHO_MODEL: Boundary = { floorUs: 14, bytesPerSecond: 1.2e9 };

/** One size: bytes each way, and microseconds of a round trip. */
export interface TransitPoint {
  bytes: number;
  us: number;
}

/** Microseconds of a round trip with `bytes` each way: `T(b) = floor + 2b / bandwidth`. */
export const roundTripUs = (boundary: Boundary, bytes: number): number =>
  boundary.floorUs + transitUs(2 * bytes, boundary);

/**
 * The size, in bytes each way, at which moving the bytes costs as much as the floor: a round trip takes
 * twice the floor there. Below it the count of calls matters, above it the bytes.
 */
export const kneeBytes = ({ floorUs, bytesPerSecond }: Boundary): number => (floorUs * bytesPerSecond) / 2e6;

/** Microseconds a byte each way, at 1e15 bytes a second: no machine's. */
const LEAST_SLOPE = 2e-9;

/**
 * Fits the model by least squares on relative errors (weights 1 / us²), so that 14 µs count as much as
 * 2,000. Neither term may be negative: points that fall with size give the fastest rate the model has.
 * @param points At least two different sizes, microseconds above 0.
 * @throws OptionError otherwise.
 */
export function fitBoundary(points: readonly TransitPoint[]): Boundary {
  if (new Set(points.map(({ bytes }) => bytes)).size < 2) {
    throw new OptionError('points', points, 'round trips of at least two sizes');
  }
  // the residual of a point is floor·(1/us) + slope·(b/us) - 1
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let a1 = 0;
  let b1 = 0;
  for (const { bytes, us } of points) {
    if (!(us > 0 && Number.isFinite(us))) throw new OptionError('points', us, 'microseconds above 0');
    const a = 1 / us;
    const b = bytes / us;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    a1 += a;
    b1 += b;
  }
  const determinant = aa * bb - ab * ab;
  let floor = (a1 * bb - b1 * ab) / determinant;
  let slope = (b1 * aa - a1 * ab) / determinant;
  if (slope < LEAST_SLOPE) [floor, slope] = [a1 / aa, LEAST_SLOPE];
  else if (floor <= 0) [floor, slope] = [Number.MIN_VALUE, b1 / bb];
  return { floorUs: floor, bytesPerSecond: 2e6 / slope };
}

/** A measured point against the model. */
export interface TransitResidual extends TransitPoint {
  model: number;
  /** Measured over modelled, less 1: 0.5 is half as long again as the model says. */
  relative: number;
}

/** How far each point lies from the model. */
export const transitResiduals = (model: Boundary, points: readonly TransitPoint[]): TransitResidual[] =>
  points.map(({ bytes, us }) => {
    const modelled = roundTripUs(model, bytes);
    return { bytes, us, model: modelled, relative: us / modelled - 1 };
  });

/** Round trips of one size: for each start, the medians of its blocks, in microseconds. */
export interface TransitBlocks {
  bytes: number;
  starts: readonly (readonly number[])[];
}

/** A fit with 95 % intervals. */
export interface TransitFit {
  floorUs: Interval;
  bytesPerSecond: Interval;
  /** Bytes each way. */
  kneeBytes: Interval;
}

const RESAMPLES = 1_000;

/**
 * Fits the model to medians, with intervals by a bootstrap over two levels: starts are drawn with
 * replacement, the same for all sizes since they share a start's luck, then the blocks within each.
 * Fewer than five starts make the intervals too narrow; callers give none then.
 * @param sizes At least two, each with the same number of starts, none of them empty.
 * @param seed Of the resampling, so that one set of blocks always gives one fit.
 */
export function bootstrapBoundary(sizes: readonly TransitBlocks[], seed = 1): TransitFit {
  const best = fitBoundary(sizes.map(({ bytes, starts }) => ({ bytes, us: median(starts.flat()) })));
  const random = new Pcg64(seed);
  const pick = (n: number): number => Math.floor(random.double() * n);
  const count = sizes[0].starts.length;
  const models = Array.from({ length: RESAMPLES }, () => {
    const drawn = Array.from({ length: count }, () => pick(count));
    return fitBoundary(
      sizes.map(({ bytes, starts }) => {
        const blocks = drawn.flatMap((start) =>
          starts[start].map(() => starts[start][pick(starts[start].length)]),
        );
        return { bytes, us: median(blocks) };
      }),
    );
  });
  const interval = (of: (model: Boundary) => number): Interval => {
    const sorted = Float64Array.from(models, of).sort();
    const at = (p: number): number => sorted[Math.min(RESAMPLES - 1, Math.floor(p * RESAMPLES))];
    return { value: of(best), low: at(0.025), high: at(0.975) };
  };
  return {
    floorUs: interval(({ floorUs }) => floorUs),
    bytesPerSecond: interval(({ bytesPerSecond }) => bytesPerSecond),
    kneeBytes: interval(kneeBytes),
  };
}
