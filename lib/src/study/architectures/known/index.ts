import type { Architecture } from './architecture';
import { FAULTY, IN_PROCESS, V8 } from './in-process';
import { MORE_NUMBA, NUMBA } from './numba';
import { rust } from './rust';

export {
  type Architecture,
  type EngineShare,
  ownCall,
  type Running,
  type SweepCall,
  type Swept,
} from './architecture';
export { rust } from './rust';

/** The name of the A/A control: `rust_batch_unix` once more, from a start of its own. */
export const CONTROL = 'rust_batch_unix_again';

/** The architectures measured unless asked otherwise: the article's five, V8, and the A/A control. */
export const DEFAULT_ARCHITECTURES = [
  NUMBA,
  V8,
  rust('rust_batch_unix', 'Rust engine, Unix socket, one call: series and all combos', {
    published: 2_276_000,
  }),
  rust('rust_batch_unchecked', 'the same without bounds checks', {
    kernel: 'unchecked',
    published: 2_337_000,
  }),
  rust('rust_chatty_unix', 'one call per combo, the series sent again each time', {
    granularity: 'combo',
    published: 2_383_000,
  }),
  rust('rust_spawn_stdin', 'the engine spawned for the sweep, request on stdin', {
    transport: 'spawn',
    published: 2_300_000,
  }),
  rust(CONTROL, 'A/A control: rust_batch_unix once more'),
] satisfies readonly Architecture[];

/** The engine with the faster kernels, in the forms of the article and with the series loaded beforehand. */
const FASTER = [
  rust('rust_batch_direct', 'Rust engine, direct kernel, one call', { kernel: 'direct' }),
  rust('rust_batch_tuned', 'Rust engine, tuned kernel, one call', { kernel: 'tuned' }),
  rust('rust_batch_tuned_2', 'the same on two threads', { kernel: 'tuned', threads: 2 }),
  rust('rust_chatty_tuned', 'tuned kernel, one call per combo, the series sent again', {
    kernel: 'tuned',
    granularity: 'combo',
  }),
  rust('rust_stateful_tuned', 'tuned kernel, one call per combo, the series loaded beforehand', {
    kernel: 'tuned',
    granularity: 'combo',
    series: 'loaded',
  }),
  rust('rust_spawn_tuned', 'tuned kernel, the engine spawned for the sweep', {
    kernel: 'tuned',
    transport: 'spawn',
  }),
] satisfies readonly Architecture[];

/** More to choose from by name. */
export const MORE_ARCHITECTURES = [
  rust('rust_batch_tcp', 'Rust engine, TCP on loopback, one call', { transport: 'tcp' }),
  rust('rust_chatty_tcp', 'one call per combo over TCP, the series sent again', {
    transport: 'tcp',
    granularity: 'combo',
  }),
  ...FASTER,
  ...MORE_NUMBA,
  ...IN_PROCESS,
  ...FAULTY,
] satisfies readonly Architecture[];

/** The name of an architecture that is known here. */
export type ArchitectureName = (typeof DEFAULT_ARCHITECTURES | typeof MORE_ARCHITECTURES)[number]['name'];

const KNOWN = new Map<string, Architecture>(
  [...DEFAULT_ARCHITECTURES, ...MORE_ARCHITECTURES].map((a) => [a.name, a] as const),
);

/** The names an architecture can be chosen by. */
export const architectureNames = (): string[] => [...KNOWN.keys()];

export const architectureByName = (name: string): Architecture => KNOWN.get(name)!;
