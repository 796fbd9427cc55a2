import type { TransportName } from '../../transport';
import { type Family, kindOf, nativeFamily } from './families';
import { NATIVE_FLOORS, type NativeFloor } from './native';

/**
 * Who asks: a client of this library on its event loop, one that waits in place, one that waits in place and whose
 * floats lie in memory the engine sees too, so that they are not moved; or Rust, without protocol or runtime.
 */
export const FLOOR_CLIENTS = ['asynchronous', 'blocking', 'zero-copy', 'native'] as const;
export type FloorClient = (typeof FLOOR_CLIENTS)[number];

/** A way across that is measured. */
export interface FloorSubject {
  transport: TransportName | NativeFloor;
  client: FloorClient;
}

/** How a subject is named in tables and figures. */
export function subjectName({ transport, client }: FloorSubject): string {
  if (client === 'native') return `native ${transport}`;
  return client === 'asynchronous' ? transport : `${transport}, ${client}`;
}

/** What it is made of. */
export const familyOf = ({ transport, client }: FloorSubject): Family =>
  client === 'native' ? nativeFamily[transport as NativeFloor] : kindOf(transport).family;

/** The native floor of its kind; null for a native one itself. */
export const nativeOf = ({ transport, client }: FloorSubject): NativeFloor | null =>
  client === 'native' ? null : kindOf(transport).native;

/** The native floors as subjects. */
export const NATIVE_SUBJECTS: readonly FloorSubject[] = NATIVE_FLOORS.map((transport) => ({
  transport,
  client: 'native',
}));
