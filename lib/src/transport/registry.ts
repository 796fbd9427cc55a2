import { grpcStream } from './grpc-stream';
import { grpcUnary } from './grpc-unary';
import { httpJson } from './http-json';
import { httpRaw } from './http-raw';
import { namedPipes } from './named-pipes';
import { pipes } from './pipes';
import { sharedMemory } from './shared-memory';
import { sharedMemoryDoorbell } from './shared-memory-doorbell';
import { sharedMemoryFutex } from './shared-memory-futex';
import { sharedMemorySpin } from './shared-memory-spin';
import { spawn } from './spawn';
import { stdio } from './stdio';
import { tcp } from './tcp';
import { tcpNaive } from './tcp-naive';
import type { Transport } from './transport';
import { unix } from './unix';
import { unixBlocking } from './unix-blocking';
import { unixNaive } from './unix-naive';
import { workerMessage } from './worker-message';
import { workerSharedSpin } from './worker-shared-spin';
import { workerSharedWait } from './worker-shared-wait';
import { workerTransfer } from './worker-transfer';
import { zeromqIpc, zeromqTcp } from './zeromq';

/** Every transport. A new one is its file and a line here; tests, options and tables pick it up. */
export const transports = [
  unix,
  unixNaive,
  unixBlocking,
  tcp,
  tcpNaive,
  spawn,
  stdio,
  pipes,
  namedPipes,
  httpRaw,
  httpJson,
  grpcUnary,
  grpcStream,
  zeromqIpc,
  zeromqTcp,
  sharedMemory,
  sharedMemorySpin,
  sharedMemoryFutex,
  sharedMemoryDoorbell,
  workerMessage,
  workerTransfer,
  workerSharedWait,
  workerSharedSpin,
] as const satisfies readonly Transport[];

export type TransportName = (typeof transports)[number]['name'];

/** The names `startEngine`'s option `transport` takes. */
export const transportNames: readonly TransportName[] = transports.map(({ name }) => name);

/** The transport of that name. */
export function transportNamed(name: TransportName): Transport {
  return transports.find((transport) => transport.name === name)!;
}
