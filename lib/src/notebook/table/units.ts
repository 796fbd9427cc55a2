/** A unit of the records as it is read: values are divided by `size`. */
export interface ReadUnit {
  unit: string;
  size: number;
}

interface Step extends ReadUnit {
  /** The least value, in the unit of the records, that is told in this one. */
  from: number;
}

const MICROSECONDS: readonly Step[] = [
  { unit: 's', size: 1e6, from: 1e6 },
  { unit: 'ms', size: 1e3, from: 1e4 },
];

const BYTES_PER_SECOND: readonly Step[] = [
  { unit: 'GB/s', size: 1e9, from: 1e9 },
  { unit: 'MB/s', size: 1e6, from: 1e6 },
];

/**
 * The unit in which people read `values`, all of one row: microseconds from ten thousand on in milliseconds,
 * from a million on in seconds, bytes per second in MB/s or GB/s. The first value that is a number decides.
 */
export function readUnit(unit: string, values: readonly unknown[]): ReadUnit {
  const isMicroseconds = unit === 'us' || unit === 'µs';
  const steps = isMicroseconds ? MICROSECONDS : unit === 'bytes/s' ? BYTES_PER_SECOND : [];
  const first = Math.abs(values.find((value) => typeof value === 'number') ?? 0);
  return steps.find(({ from }) => first >= from) ?? { unit: isMicroseconds ? 'µs' : unit, size: 1 };
}
