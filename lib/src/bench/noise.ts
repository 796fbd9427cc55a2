import { readFileSync } from 'node:fs';
import { microseconds } from './clock';
import { quantile } from './quantile';

/** What disturbed a measurement, and whether that is too much to trust it. */
export interface Noise {
  /** p99 over p50 of a spin loop of fixed work: 1 on a machine left alone. */
  spinRatio: number;
  /** Share of processor time that the hypervisor gave to others; null where it can't be read. */
  steal: number | null;
  /** Width of the A/A control's interval, relative; null where there was no control or no interval. */
  aaWidth: number | null;
  quiet: boolean;
  /** One line for a reader; empty on a quiet machine. */
  reasons: string[];
}

/** Above these, a figure was taken in noise. */
export const NOISE_LIMITS = { spinRatio: 1.1, steal: 0.01, aaWidth: 0.02 } as const;

const BLOCK = 20_000;

/** Runs one block of fixed integer work; the result is returned so that it can't be left out. */
function block(): number {
  let x = 1;
  for (let i = 0; i < BLOCK; i++) x = (Math.imul(x, 1_664_525) + 1_013_904_223) | 0;
  return x;
}

/** Times blocks of fixed work for `milliseconds` and returns p99 over p50 of a block. Blocks the thread. */
export function spinRatio(milliseconds = 150): number {
  const times: number[] = [];
  let sink = 0;
  for (let i = 0; i < 200; i++) sink ^= block();
  const end = microseconds() + milliseconds * 1_000;
  for (let now = microseconds(); now < end; ) {
    sink ^= block();
    const after = microseconds();
    times.push(after - now);
    now = after;
  }
  return sink === 0.5 ? 0 : quantile(times, 0.99) / quantile(times, 0.5);
}

/** Jiffies of all processors since boot: stolen, and in all. Null where the system does not say. */
function jiffies(): { stolen: number; all: number } | null {
  try {
    // cpu user nice system idle iowait irq softirq steal guest guest_nice; guest is within user
    const fields = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .trim()
      .split(/\s+/)
      .slice(1, 9)
      .map(Number);
    return { stolen: fields[7], all: fields.reduce((a, b) => a + b, 0) };
  } catch {
    return null;
  }
}

/**
 * Watches for noise from now on: spins at once, and again when asked for its verdict.
 * Call `verdict` once, when the measurement is over; `soFar` judges without spinning again, for a measurement that may
 * be cut short.
 */
export function watchNoise(): { verdict(aaWidth: number | null): Noise; soFar(): Noise } {
  const before = jiffies();
  const first = spinRatio();
  const stolen = (): number | null => {
    const after = jiffies();
    const span = before && after ? after.all - before.all : 0;
    return span > 0 ? (after!.stolen - before!.stolen) / span : null;
  };
  return {
    verdict(aaWidth) {
      const steal = stolen();
      return judge(Math.max(first, spinRatio()), steal, aaWidth);
    },
    soFar: () => judge(first, stolen(), null),
  };
}

/** Joins the records of several starts of one section: the worst of each. */
export function worstNoise(records: readonly Noise[], aaWidth: number | null): Noise {
  const steals = records.map((n) => n.steal).filter((s): s is number => s !== null);
  return judge(
    Math.max(...records.map((n) => n.spinRatio)),
    steals.length > 0 ? Math.max(...steals) : null,
    aaWidth,
  );
}

function judge(spin: number, steal: number | null, aaWidth: number | null): Noise {
  const reasons: string[] = [];
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  if (spin > NOISE_LIMITS.spinRatio) {
    reasons.push(
      `a spin loop's p99 was ${spin.toFixed(2)} times its median (limit ${NOISE_LIMITS.spinRatio})`,
    );
  }
  if (steal !== null && steal > NOISE_LIMITS.steal) {
    reasons.push(`${percent(steal)} of processor time was stolen (limit ${percent(NOISE_LIMITS.steal)})`);
  }
  if (aaWidth !== null && aaWidth > NOISE_LIMITS.aaWidth) {
    reasons.push(`the A/A interval is ${percent(aaWidth)} wide (limit ${percent(NOISE_LIMITS.aaWidth)})`);
  }
  return { spinRatio: spin, steal, aaWidth, quiet: reasons.length === 0, reasons };
}
