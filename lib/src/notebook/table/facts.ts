import type { CellTable } from './cells';
import { decimalsFor, numberText } from './number-text';
import { readUnit } from './units';

/** One measured thing beside what the study published, both in `unit`. */
export interface ShownFact {
  value: number | string | boolean | null;
  unit: string;
  /** Ends of the value's interval; null or left out when there is none. */
  low?: number | null;
  high?: number | null;
  published?: number | string | boolean | null;
}

/** Named facts, in the order in which they are shown. */
export type ShownFacts = Readonly<Record<string, ShownFact>>;

const NOTHING = '–';

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Whether `value` has the form of facts: a plain object of { value, unit, ... }, at least one. */
export function isFacts(value: unknown): value is ShownFacts {
  if (!isPlain(value)) return false;
  const names = Object.keys(value);
  return (
    names.length > 0 &&
    names.every((name) => {
      // A getter is not called.
      const fact: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
      return isPlain(fact) && 'value' in fact && typeof fact.unit === 'string';
    })
  );
}

function told(value: ShownFact['value'] | undefined, decimals: number): string {
  if (value === null || value === undefined) return NOTHING;
  return typeof value === 'number' ? numberText(value, decimals) : String(value);
}

function ratio({ value, published }: ShownFact): string {
  if (typeof value !== 'number' || typeof published !== 'number' || published === 0) return NOTHING;
  const times = value / published;
  return Number.isFinite(times) ? `${numberText(times, times >= 100 ? 0 : 2)}×` : NOTHING;
}

/** The fact in the unit in which people read it; texts stay as they are. */
function scaled(fact: ShownFact): ShownFact {
  const { unit, size } = readUnit(fact.unit, [fact.value, fact.published]);
  const inUnit = <T>(value: T): T | number => (typeof value === 'number' ? value / size : value);
  return {
    unit,
    value: inUnit(fact.value),
    low: inUnit(fact.low),
    high: inUnit(fact.high),
    published: inUnit(fact.published),
  };
}

/** Facts as a table: each with its interval, the published figure and the ratio to it; empty columns are left out. */
export function factTable(facts: ShownFacts): CellTable {
  const lines = Object.entries(facts).map(([name, given]) => {
    const fact = scaled(given);
    const numbers = [fact.value, fact.low, fact.high].filter((v): v is number => typeof v === 'number');
    const decimals = decimalsFor(numbers);
    const interval =
      typeof fact.low === 'number' && typeof fact.high === 'number'
        ? `${numberText(fact.low, decimals)} to ${numberText(fact.high, decimals)}`
        : NOTHING;
    const published = told(
      fact.published,
      typeof fact.published === 'number' ? decimalsFor([fact.published]) : 0,
    );
    return [
      name.replaceAll('_', ' '),
      told(fact.value, decimals),
      interval,
      published,
      ratio(fact),
      fact.unit,
    ];
  });
  const heads = ['fact', 'measured here', 'interval', 'published', 'here / published', 'unit'];
  const kept = heads
    .map((_, i) => i)
    .filter((i) => lines.some((line) => line[i] !== NOTHING && line[i] !== ''));
  return {
    heads: kept.map((i) => heads[i]!),
    rows: lines.map((line) => kept.map((i) => line[i]!)),
    numeric: kept.map((i) => i > 0 && i < 5),
    note: null,
  };
}
