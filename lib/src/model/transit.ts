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

/** Of 1e15 bytes a second, and of a picosecond: no machine's. */
const LEAST_LOG_SLOPE = Math.log(2e-9);
const LEAST_LOG_FLOOR = Math.log(1e-6);

/** The fit takes some ten steps; what has not settled then lies flat and gains nothing by more. */
const STEPS = 60;

/**
 * Fits the model by least squares on the logarithm of time, so that 14 µs count as much as 2,000, and
 * half as much as twice. Both terms are positive by construction; points that do not grow with size
 * give the fastest rate the model has. Levenberg and Marquardt's method on the logarithms of both terms.
 * @param points At least two different sizes, microseconds above 0.
 * @throws OptionError otherwise.
 */
export function fitBoundary(points: readonly TransitPoint[]): Boundary {
  const sorted = [...points].sort((a, b) => a.bytes - b.bytes);
  if (sorted.length === 0 || sorted[0].bytes === sorted[sorted.length - 1].bytes) {
    throw new OptionError('points', points, 'round trips of at least two sizes');
  }
  const wrong = sorted.find(({ us }) => !(us > 0 && Number.isFinite(us)));
  if (wrong) throw new OptionError('points', wrong.us, 'microseconds above 0');
  const last = sorted[sorted.length - 1];
  let at = terms(sorted, Math.log(sorted[0].us), Math.log(last.us / last.bytes));
  let damping = 1e-3;
  for (let step = 0; step < STEPS && damping < 1e9; step++) {
    const { ff, fs, ss, f, s } = at;
    const [df, ds] = [ff * (1 + damping), ss * (1 + damping)];
    const determinant = df * ds - fs * fs;
    if (!(determinant > 0)) break;
    let floor = at.logFloor - (f * ds - s * fs) / determinant;
    let slope = at.logSlope - (s * df - f * fs) / determinant;
    // at a bound the other term moves by itself
    if (slope < LEAST_LOG_SLOPE) [floor, slope] = [at.logFloor - f / df, LEAST_LOG_SLOPE];
    else if (floor < LEAST_LOG_FLOOR) [floor, slope] = [LEAST_LOG_FLOOR, at.logSlope - s / ds];
    const next = terms(sorted, floor, slope);
    const gained = at.error - next.error;
    if (gained >= 0) at = next;
    if (gained >= 0 && gained <= 1e-14 * at.error) break;
    damping *= gained >= 0 ? 0.2 : 5;
  }
  return { floorUs: Math.exp(at.logFloor), bytesPerSecond: 2e6 / Math.exp(at.logSlope) };
}

/** The squared error at one place, and the parts of its normal equations (of floor and slope). */
function terms(points: readonly TransitPoint[], logFloor: number, logSlope: number) {
  const floor = Math.exp(logFloor);
  const slope = Math.exp(logSlope);
  const sum = { logFloor, logSlope, error: 0, ff: 0, fs: 0, ss: 0, f: 0, s: 0 };
  for (const { bytes, us } of points) {
    const model = floor + slope * bytes;
    const residual = Math.log(model / us);
    const byFloor = floor / model;
    const bySlope = (slope * bytes) / model;
    sum.error += residual * residual;
    sum.ff += byFloor * byFloor;
    sum.fs += byFloor * bySlope;
    sum.ss += bySlope * bySlope;
    sum.f += byFloor * residual;
    sum.s += bySlope * residual;
  }
  return sum;
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
