import { addon } from '../../project';

/** How a side waits, by the number it has in the handshake. */
export const waitModes = { spin: 0, spinThenFutex: 1, futex: 2, doorbell: 3 } as const;
export type WaitMode = keyof typeof waitModes;

/** What ended a wait in place. */
export const Waited = { moved: 0, ended: 1, timedOut: 2 } as const;

/** One side of a connection, as the addon has it (engine-rs/crates/node/src/shared_memory.rs). */
export interface NativeMemory {
  readonly ringBytes: number;
  readonly mode: number;
  memory(): ArrayBuffer;
  /** A descriptor of the control socket, the caller's own. */
  doorbell(): number;
  /** Waits until the word at byte `word` is another than `seen`; the result is one of `Waited`. */
  wait(word: number, seen: number, sleeps: number, mode: number, timeout?: number): number;
  wake(word: number): void;
  ring(): void;
  /** Lets another process have this processor, if one wants it. */
  giveWay(): void;
  allocate(bytes: number): { offset: number; buffer: ArrayBuffer };
  close(): void;
}

/** Why an engine takes no connection. */
export interface Refusal {
  code: number;
  message: string;
}

interface SharedMemoryAddon {
  connectSharedMemory(
    path: string,
    ringBytes: number,
    mode: number,
    timeout: number,
  ): Promise<NativeMemory | Refusal>;
  /** The listener's side, for a scripted engine. */
  offerSharedMemory(descriptor: number): NativeMemory;
}

/** Built when it is not there. */
export const sharedMemoryAddon = (): Promise<SharedMemoryAddon> =>
  addon<SharedMemoryAddon>(['connectSharedMemory', 'offerSharedMemory']);
