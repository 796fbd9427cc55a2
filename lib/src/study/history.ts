import type { Section } from './section';

/** By section name, the one measured last in this process; and for each, the one measured before it. */
const latest = new Map<string, Section<unknown>>();
const earlier = new WeakMap<Section<unknown>, Section<unknown>>();

/** Notes a section that was just measured, so that the next of its name can be drawn over it. */
export function remember(section: Section<unknown>): void {
  const previous = latest.get(section.name);
  if (previous && previous !== section) earlier.set(section, previous);
  latest.set(section.name, section);
}

/** The section of the same name that was measured before this one in this process, or null. */
export function before<Row>(section: Section<Row>): Section<Row> | null {
  return (earlier.get(section) as Section<Row> | undefined) ?? null;
}
