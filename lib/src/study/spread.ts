import type { Gap } from './section';

/** At most `count` of some values, evenly spread, the first among them. */
export function spread<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, i) => values[Math.floor((i * values.length) / count)]);
}

/** What a quick run leaves out that takes `taken` of `whole` combos. */
export function fewerCombos(whole: number, taken: number): Gap[] {
  if (taken >= whole) return [];
  return [{ what: `${whole - taken} of ${whole} combos`, why: `a quick run takes ${taken} of them` }];
}
