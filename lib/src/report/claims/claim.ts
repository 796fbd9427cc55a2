import type { StudyContext } from '../../study';

/** What the project claims to hold on any machine, with the figure of this run. */
export interface Claim {
  claim: string;
  value: number;
  /** 95 % interval; null where none was taken. */
  low?: number | null;
  high?: number | null;
  unit: string;
  /** The range it must lie in; open where not given. A claim without either is only told. */
  least?: number;
  most?: number;
}

/** What a family of claims found. */
export interface Found {
  /** What to print: tables and notices, in order. */
  texts: string[];
  claims: Claim[];
}

/** Claims that are checked by one run of measuring. */
export interface ClaimFamily {
  name: string;
  run(context: StudyContext): Promise<Found>;
}

/** Whether a claim lies in its range. A value that is no number lies in none. */
export function holds({ value, least = -Infinity, most = Infinity }: Claim): boolean {
  return value >= least && value <= most;
}

const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** The range in words; empty where it is open. */
function limit({ least, most }: Claim): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `at most ${digits(most!)}`;
  return most === undefined ? `at least ${digits(least)}` : `${digits(least)} to ${digits(most)}`;
}

/** One line of the table that `make bench` ends with. */
export function claimLine(claim: Claim): Record<string, string> {
  const { value, low, high, unit } = claim;
  const bounded = low != null && high != null;
  const told = limit(claim);
  return {
    claim: claim.claim,
    value: digits(value),
    interval: bounded ? `${digits(low)} to ${digits(high)}` : '',
    unit,
    limit: told,
    holds: told === '' ? '' : holds(claim) ? 'yes' : 'NO',
  };
}
