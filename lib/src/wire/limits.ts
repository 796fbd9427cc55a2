/** What an engine accepts. Counts, unless the name says bytes. */
export interface Limits {
  /** Longest frame body, either way, in bytes. */
  frameBytes: number;
  /** Longest series of a request. */
  bars: number;
  /** Most combos of a sweep. */
  combos: number;
  /** Longest window length of a combo. */
  window: number;
  /** Most series held for one connection. */
  series: number;
  /** Most live sessions of one connection. */
  sessions: number;
}

/** The limits of an engine that was told nothing else (WIRE.md, Limits and time). */
export const defaultLimits: Readonly<Limits> = {
  frameBytes: 256 * 1024 * 1024,
  bars: 2 ** 25,
  combos: 65_536,
  window: 2 ** 26,
  series: 64,
  sessions: 64,
};

/** No frame body can be longer: the top bit of its length marks an error. */
export const LONGEST_BODY = 2 ** 31 - 1;

/** The body of an error frame, code and message, is at most this long. */
export const LONGEST_ERROR_BODY = 4096;
