import type { NativeFloor } from './native';

/** What a boundary is made of: a colour in the figures. */
export const FAMILIES = [
  'shared memory',
  'threads',
  'pipes',
  'Unix sockets',
  'TCP',
  'ZeroMQ',
  'HTTP and gRPC',
  'a process a call',
] as const;
export type Family = (typeof FAMILIES)[number];

/** By the beginning of a transport's name; the first that fits. */
const KINDS: readonly { name: RegExp; family: Family; native: NativeFloor | null }[] = [
  { name: /^shared-memory(?!.*(futex|doorbell))/, family: 'shared memory', native: 'spin' },
  { name: /^shared-memory/, family: 'shared memory', native: 'futex' },
  { name: /^worker.*spin/, family: 'threads', native: 'spin' },
  { name: /^worker/, family: 'threads', native: 'futex' },
  { name: /^(named-pipes?|stdio|pipe)/, family: 'pipes', native: 'pipe' },
  { name: /^unix/, family: 'Unix sockets', native: 'unix' },
  { name: /^tcp/, family: 'TCP', native: 'tcp' },
  { name: /^zeromq-ipc/, family: 'ZeroMQ', native: 'unix' },
  { name: /^zeromq/, family: 'ZeroMQ', native: 'tcp' },
  { name: /^(http|grpc|websocket)/, family: 'HTTP and gRPC', native: 'tcp' },
  { name: /^spawn/, family: 'a process a call', native: 'spawn' },
];

/** A transport's family, and the native floor of its kind: what it could not be faster than in Rust on both sides. */
export function kindOf(transport: string): { family: Family; native: NativeFloor | null } {
  const found = KINDS.find(({ name }) => name.test(transport));
  return found ? { family: found.family, native: found.native } : { family: 'HTTP and gRPC', native: null };
}

/** The family that a native floor belongs to. */
export const nativeFamily: Record<NativeFloor, Family> = {
  unix: 'Unix sockets',
  tcp: 'TCP',
  pipe: 'pipes',
  futex: 'shared memory',
  spin: 'shared memory',
  spawn: 'a process a call',
};
