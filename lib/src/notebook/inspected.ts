import { inspect, types } from 'node:util';

/** Levels that are shown, fewer where they hold too much. */
const DEPTH = 4;
/** Entries that are shown in all, and of one list. */
const MOST_ENTRIES = 1_000;
const MOST_OF_LIST = 100;
/** Characters of one text inside, and of the whole. */
const LONGEST_TEXT = 10_000;
const LONGEST = 20_000;

/** What an object shows of itself one level down; getters are not called. */
function entriesOf(value: object): unknown[] {
  if (types.isProxy(value)) return [];
  if (Array.isArray(value)) return value.slice(0, MOST_OF_LIST);
  if (ArrayBuffer.isView(value)) return [];
  if (types.isMap(value) || types.isSet(value)) {
    const found: unknown[] = [];
    for (const entry of value.entries()) {
      if (found.length >= MOST_OF_LIST) break;
      found.push(...entry);
    }
    return found;
  }
  return Object.keys(value).map((name) => Object.getOwnPropertyDescriptor(value, name)?.value as unknown);
}

/** How many entries `value` has down to `depth` levels below it, counted no further than to too many. */
function entriesWithin(value: unknown, depth: number, counted = 0): number {
  if (typeof value !== 'object' || value === null) return counted;
  const entries = entriesOf(value);
  let sum = counted + entries.length;
  if (depth === 0) return sum;
  for (const entry of entries) {
    if (sum > MOST_ENTRIES) break;
    sum = entriesWithin(entry, depth - 1, sum);
  }
  return sum;
}

/** The first entries of an object that has too many, and how many there are: the console has a limit for lists alone. */
function beginningOf(value: unknown): { shown: unknown; note: string } {
  const isObject = typeof value === 'object' && value !== null && !types.isProxy(value);
  if (!isObject || Array.isArray(value) || ArrayBuffer.isView(value)) return { shown: value, note: '' };
  const names = Object.keys(value);
  if (names.length <= MOST_ENTRIES) return { shown: value, note: '' };
  const shown = Object.create(Object.getPrototypeOf(value)) as object;
  for (const name of names.slice(0, MOST_OF_LIST)) {
    Object.defineProperty(shown, name, Object.getOwnPropertyDescriptor(value, name)!);
  }
  return { shown, note: `\n… ${(names.length - MOST_OF_LIST).toLocaleString('en-US')} more entries` };
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST)}\n… ${(text.length - LONGEST).toLocaleString('en-US')} more characters`;
}

/**
 * Any value as the console would show it, but never more than a page or two: the deeper levels of what holds much are
 * left out, long lists and texts are cut, and what throws when it is looked at is told in a line.
 */
export function inspected(value: unknown): string {
  try {
    const { shown, note } = beginningOf(value);
    let depth = DEPTH;
    while (depth > 0 && entriesWithin(shown, depth) > MOST_ENTRIES) depth--;
    const limits = { maxArrayLength: MOST_OF_LIST, maxStringLength: LONGEST_TEXT };
    return cut(inspect(shown, { depth, breakLength: 110, ...limits })) + note;
  } catch (error) {
    return `[${typeof value} that can't be shown: ${reason(error)}]`;
  }
}

/** What was thrown, which may be anything. */
function reason(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return 'it throws';
  }
}
