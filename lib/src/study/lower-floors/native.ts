import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '../../engine';
import { setUp } from '../echo-curve/clients';
import type { Block, Calls } from '../echo-curve/order';
import { Peer } from '../echo-curve/peer';
import type { Processors } from '../echo-curve/processors';

/** The ways across that the native program times, Rust on both sides (engine-rs/crates/floors). */
export const NATIVE_FLOORS = ['unix', 'tcp', 'pipe', 'futex', 'spin', 'spawn'] as const;
export type NativeFloor = (typeof NATIVE_FLOORS)[number];

/** @throws IpcTaxError `SET_UP` when it was not built. */
const program = (): string => setUp(projectRoot(), 'build', 'bin', 'ipc-tax-floors');

/** The native program, running. It starts a process that answers for each block, and ends it after. */
export class NativeFloors {
  private constructor(private readonly peer: Peer) {}

  static async start(): Promise<NativeFloors> {
    return new NativeFloors(await Peer.start('native floors', { command: program(), args: [] }));
  }

  /** Times one block, its two processes where `where` says. */
  time(floor: NativeFloor, calls: Calls, where: Processors | null): Promise<Block> {
    const { floats, warm, least, most, budget } = calls;
    const places = where === null ? '' : ` ${where.client.join(',')} ${where.engine.join(',')}`;
    return this.peer.ask(`${floor} ${floats} ${warm} ${least} ${most} ${budget}${places}`);
  }

  close(): Promise<void> {
    return this.peer.close();
  }
}

/** How a native floor was made, in its own words. */
export interface NativeRecipe {
  source: string;
  flags: string;
  buffers: string;
}

/** Asks the program how its floors are made. */
export async function nativeRecipes(): Promise<Map<NativeFloor, NativeRecipe>> {
  const { stdout } = await promisify(execFile)(program(), ['--recipe'], { timeout: 10_000 });
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => {
        const [name, source, flags, buffers] = line.split('\t');
        return [name as NativeFloor, { source, flags, buffers }];
      }),
  );
}
