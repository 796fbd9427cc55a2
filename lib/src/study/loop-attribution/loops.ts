/** One form of the weighted average's inner loop. */
export interface Loop {
  /** Its name in engine-rs/crates/variants/src/loops. */
  name: string;
  title: string;
  /** The loop it differs from by one thing, and that thing; null for what is compared with nothing. */
  from: string | null;
  changed: string | null;
}

/** The loops in Rust, in the order in which one thing changes at a time. */
export const LOOPS = [
  { name: 'checked', title: 'as the naive kernel', from: null, changed: null },
  { name: 'unchecked', title: 'as the unchecked kernel', from: 'checked', changed: 'no check of each read' },
  { name: 'iterator', title: 'over a slice, safe', from: 'checked', changed: 'the window cut once' },
  {
    name: 'checked-unsigned',
    title: 'naive, weight from usize',
    from: 'checked',
    changed: 'an unsigned conversion',
  },
  {
    name: 'unchecked-unsigned',
    title: 'unchecked, weight from usize',
    from: 'unchecked',
    changed: 'an unsigned conversion',
  },
  { name: 'counted', title: 'unchecked, weight counted up', from: 'unchecked', changed: 'no conversion' },
  { name: 'additions', title: 'the additions alone', from: null, changed: null },
] as const satisfies readonly Loop[];

export type LoopName = (typeof LOOPS)[number]['name'];
export const LOOP_NAMES: readonly LoopName[] = LOOPS.map(({ name }) => name);

/** One way to build them; engine-rs/crates/variants/build-all.sh has the flags. */
export const BUILDS = [
  { name: 'engine', title: "the engine's own settings" },
  { name: 'units', title: "cargo's release settings: 16 units, no link-time optimization" },
  { name: 'aligned', title: 'every loop on a boundary of 64 bytes' },
  { name: 'native', title: 'for this processor (target-cpu=native)' },
] as const;

export type BuildName = (typeof BUILDS)[number]['name'];
export const BUILD_NAMES: readonly BuildName[] = BUILDS.map(({ name }) => name);

/** numba's own loop, what the others are compared with: it has one build, made on this processor. */
export const NUMBA = 'numba';

/** The name of a loop in a build: a subject of the rounds. */
export const subjectName = (build: string, loop: string): string =>
  build === NUMBA ? NUMBA : `${build}/${loop}`;
