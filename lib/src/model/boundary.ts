import { numberOption, OptionError } from '../errors';

/** A boundary between processes, as the cost model sees it: a fixed part a call, and a rate for its payload. */
export interface Boundary {
  /** Microseconds of a call that carries next to nothing and does no work. */
  floorUs: number;
  /** Payload bytes a second, requests and replies counted together. */
  bytesPerSecond: number;
}

/** The article's own model of a Unix socket: T(b) = 14 µs + 2b / 1.2 GB/s, its floor as measured. */
export const ARTICLE_BOUNDARY: Boundary = { floorUs: 14.05, bytesPerSecond: 1.2e9 };

/** The article's figure for a shared-memory ring, a round trip: quoted there, native on both sides. */
export const QUOTED_SHARED_MEMORY_US = 0.039;

/** Longest time or largest count the model takes; beyond it float64 sums lose whole microseconds. */
const MOST = 1e15;

/** @throws OptionError naming the part of `boundary` that is out of range. */
export function checkBoundary(boundary: Boundary): Boundary {
  return {
    floorUs: positive('boundary.floorUs', boundary?.floorUs),
    bytesPerSecond: numberOption('boundary.bytesPerSecond', boundary?.bytesPerSecond, 1, MOST),
  };
}

/** A time or an amount that may be zero. @throws OptionError naming `option`. */
export const amount = (option: string, value: unknown): number => numberOption(option, value, 0, MOST);

/** A time that may not be zero, since something is divided by it. @throws OptionError naming `option`. */
export function positive(option: string, value: unknown): number {
  if (value === 0) throw new OptionError(option, value, 'a number above 0');
  return amount(option, value);
}

/** Microseconds that so many bytes of payload add to a call, both ways together. */
export function transitUs(bytes: number, { bytesPerSecond }: Boundary): number {
  return (amount('bytes', bytes) / bytesPerSecond) * 1e6;
}
