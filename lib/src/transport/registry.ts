import { httpRaw } from './http-raw';
import { sharedMemory } from './shared-memory';
import { sharedMemoryDoorbell } from './shared-memory-doorbell';
import { sharedMemoryFutex } from './shared-memory-futex';
import { sharedMemorySpin } from './shared-memory-spin';
import { spawn } from './spawn';
import { stdio } from './stdio';
import { tcp } from './tcp';
import type { Transport } from './transport';
import { unix } from './unix';
import { zeromqIpc, zeromqTcp } from './zeromq';

/** Every transport. A new one is its file and a line here; tests, options and tables pick it up. */
export const transports = [
  unix,
  tcp,
  spawn,
  stdio,
  httpRaw,
  zeromqIpc,
  zeromqTcp,
  sharedMemory,
  sharedMemorySpin,
  sharedMemoryFutex,
  sharedMemoryDoorbell,
] as const satisfies readonly Transport[];

export type TransportName = (typeof transports)[number]['name'];

/** The names `startEngine`'s option `transport` takes. */
export const transportNames: readonly TransportName[] = transports.map(({ name }) => name);

/** The transport of that name. */
export function transportNamed(name: TransportName): Transport {
  return transports.find((transport) => transport.name === name)!;
}
