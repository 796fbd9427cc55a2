import { integerOption, knownOptions } from '../errors';

/**
 * What the engine accepts and how long it waits; what is not given stays as WIRE.md says. `info` tells them all, in snake case.
 */
export interface EngineLimits {
  /** Longest frame body either way, in bytes, at most 2^31 - 1. Default 256 MiB. */
  frameBytes?: number;
  /** Longest series of a request, in bars. Default 2^25. */
  bars?: number;
  /** Most combos of a sweep. Default 65,536. */
  combos?: number;
  /** Longest window of a combo, in bars. Default 2^26. */
  window?: number;
  /** Most series kept for a connection. Default 64. */
  series?: number;
  /** Most bytes of series kept in all. Default 1 GiB. */
  seriesBytes?: number;
  /** Most live sessions of a connection. Default 64. */
  sessions?: number;
  /** Most connections at once. Default 1,024. */
  connections?: number;
  /** Milliseconds for a frame to be whole after its first byte. Default 30,000. */
  frameTimeoutMs?: number;
  /** Milliseconds a client may take none of its reply. Default 30,000. */
  writeTimeoutMs?: number;
}

/** The engine's option for each limit, its least and its most. */
const flags: Record<keyof EngineLimits, [flag: string, least: number, most: number]> = {
  frameBytes: ['--max-frame', 9, 2 ** 31 - 1],
  bars: ['--max-bars', 0, 2 ** 32 - 1],
  combos: ['--max-combos', 0, 2 ** 32 - 1],
  window: ['--max-window', 1, 2 ** 31 - 1],
  series: ['--max-series', 0, 2 ** 32 - 1],
  seriesBytes: ['--max-series-bytes', 0, Number.MAX_SAFE_INTEGER],
  sessions: ['--max-sessions', 0, 2 ** 32 - 1],
  connections: ['--max-connections', 1, 2 ** 31 - 1],
  frameTimeoutMs: ['--frame-timeout-ms', 1, 2 ** 31 - 1],
  writeTimeoutMs: ['--write-timeout-ms', 1, 2 ** 31 - 1],
};

/** @throws OptionError for a limit that is unknown or can't be. */
export function checkLimits(limits: EngineLimits): void {
  knownOptions(limits, Object.keys(flags), 'limits');
  for (const [name, [, least, most]] of Object.entries(flags)) {
    const value = limits[name as keyof EngineLimits];
    if (value !== undefined) integerOption(`limits.${name}`, value, least, most);
  }
}

/** The engine's options that set these limits. */
export function limitArgs(limits: EngineLimits): string[] {
  return (Object.keys(flags) as (keyof EngineLimits)[]).flatMap((name) => {
    const value = limits[name];
    return value === undefined ? [] : [flags[name][0], String(value)];
  });
}
