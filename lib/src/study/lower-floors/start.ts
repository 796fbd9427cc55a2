import { interleaved, type Noise, type Subject, type TaskContext, watchNoise } from '../../bench';
import { IpcTaxError } from '../../errors';
import type { TransportName } from '../../transport';
import type { Block, Calls } from '../echo-curve/order';
import { type Placement, type Processors, pin } from '../echo-curve/processors';
import type { Gap } from '../section';
import type { StartReport } from '../starts';
import { NATIVE_FLOORS, type NativeFloor, NativeFloors } from './native';
import { type Opened, openTransport } from './open';
import { type FloorSubject, subjectName } from './subjects';

/** One start: fresh engines and clients, every size of everything in blocks. */
export interface StartOptions {
  transports: readonly TransportName[];
  floats: readonly number[];
  /** In the order they are measured in; processors as the caller may use them. */
  placements: readonly { placement: Placement; where: Processors | null }[];
  rounds: number;
  blockMs: number;
  /** Most timed calls of a block of the smallest size. */
  mostSmall: number;
  seed: number;
}

/** The blocks of one subject and size in one placement. */
export interface Cell {
  subject: FloorSubject;
  placement: Placement;
  floats: number;
  blocks: Block[];
}

export interface StartResult {
  cells: Cell[];
  /** What could not be opened, or not be placed so, and why. */
  gaps: Gap[];
  noise: Noise;
}

/** The smallest size has so many times a block's length: its tail is looked at. */
const SMALL_BLOCKS = 6;
/** Timed calls of a block at most, and at least: one of 1.2 MB as JSON takes a tenth of a second. */
const MOST = 200;
const LEAST = 2;
/** Round trips before anything counts: compiles what there is to compile. They end after so many blocks' time. */
const WARM_UP = { calls: 5_000, blocks: 3 } as const;

/** Large round trips warm up what they need with their first. */
function warmCalls(floats: number): number {
  if (floats <= 1_000) return 20;
  return floats <= 10_000 ? 5 : 1;
}

/** A block of one size. */
export function calls(floats: number, { blockMs, mostSmall, floats: sizes }: StartOptions): Calls {
  const smallest = floats === sizes[0];
  return {
    floats,
    warm: warmCalls(floats),
    least: LEAST,
    most: smallest ? mostSmall : MOST,
    budget: blockMs * (smallest ? SMALL_BLOCKS : 1) * 1_000,
  };
}

/** Spinning takes turns by the scheduler's slice where there is one processor: no floor of anything. */
const nativeFits = (floor: NativeFloor, placement: Placement): boolean =>
  !(floor === 'spin' && placement === 'same');

/**
 * Runs in a worker (`bench/worker.ts`): in each placement starts an engine for each transport and the native floors,
 * times blocks of round trips of every client in random order, and ends what it started.
 */
export async function measureStart(
  options: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const done = (steps: number, note: string): void => report({ steps, note } satisfies StartReport);
  const noise = watchNoise();
  const budget = WARM_UP.blocks * options.blockMs * 1_000;
  const warmUp: Calls = { floats: 1, warm: 1, least: LEAST, most: WARM_UP.calls, budget };
  const cells: Cell[] = [];
  const gaps: Gap[] = [];
  for (const [i, { placement, where }] of options.placements.entries()) {
    if (where !== null) await pin(process.pid, where.client);
    const opened: Opened[] = [];
    const native = await NativeFloors.start();
    try {
      const here: (Subject<Block> & { cell: Cell })[] = [];
      const add = (subject: FloorSubject, time: (calls: Calls) => Promise<Block>): void => {
        for (const floats of options.floats) {
          const name = `${subjectName(subject)}, ${placement}, ${floats}`;
          const cell = { subject, placement, floats, blocks: [] };
          here.push({ name, cell, call: () => time(calls(floats, options)) });
        }
      };
      for (const transport of options.transports) {
        done(0, `starting ${transport}, ${placement}`);
        const found = await openTransport(transport, placement, where, { signal }).catch((error: unknown) => {
          if (!(error instanceof IpcTaxError) || signal.aborted) throw error;
          gaps.push({ what: `${transport}, ${placement}`, why: error.message });
          return null;
        });
        if (found === null) continue;
        opened.push(found);
        for (const { client, time } of found.ways) {
          await time(warmUp);
          add({ transport, client }, time);
        }
      }
      for (const floor of NATIVE_FLOORS.filter((each) => nativeFits(each, placement))) {
        add({ transport: floor, client: 'native' }, (each) => native.time(floor, each, where));
      }
      const share = 1 / here.length / options.rounds;
      const blocks = await interleaved(here, {
        rounds: options.rounds,
        seed: options.seed + i,
        signal,
        onCall: (name) => done(share, name),
      });
      for (const { name, cell } of here) cells.push({ ...cell, blocks: blocks.get(name)! });
    } finally {
      await Promise.all([native.close(), ...opened.map(({ engine }) => engine.close())]);
    }
  }
  return { cells, gaps, noise: noise.verdict(null) };
}
