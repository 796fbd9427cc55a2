import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../engine';
import { type TransportName, transportNamed } from '../../transport';
import type { Placement, Processors } from '../echo-curve/processors';
import { type NativeFloor, nativeRecipes } from './native';
import type { FloorSubject } from './subjects';

/** How a row was made: whoever doubts it can look it up and do it again. */
export interface Recipe {
  /** The file of its client side, in this project. */
  source: string;
  /** What answers it. */
  engine: string;
  /** How both sides were compiled and started. */
  flags: string;
  /** Processors of client and engine, and who saw to it. */
  pinning: string;
  buffers: string;
}

/** Where the engine's programs have their sources. */
const CRATES: Record<string, string> = {
  'ipc-tax-engine': 'engine-rs/crates/server',
  'ipc-tax-http-engine': 'engine-rs/crates/http',
  'ipc-tax-zeromq-engine': 'engine-rs/crates/zeromq',
  'ipc-tax-grpc-engine': 'engine-rs/crates/grpc',
};

const CARGO = 'cargo release (opt-level 3, fat LTO, one codegen unit), kernel naive, 1 thread';

/** Makes recipes; asks the native program for those of its floors, once. */
export async function recipes(): Promise<(subject: FloorSubject, place: Placed) => Recipe> {
  const native = await nativeRecipes();
  return (subject, place) => {
    const { transport, client } = subject;
    if (client === 'native') {
      const { source, flags, buffers } = native.get(transport as NativeFloor)!;
      return {
        source,
        engine: 'itself, a second process',
        flags,
        pinning: pinning(place, 'sched_setaffinity'),
        buffers,
      };
    }
    return {
      source: sourceOf(transport as TransportName),
      engine: engineOf(transport as TransportName),
      flags: `Node ${process.version}, no flags; ${CARGO}`,
      pinning: pinning(place, 'taskset, all threads'),
      buffers: buffersOf(transport as TransportName),
    };
  };
}

/** Where the two processes of a row were. */
export interface Placed {
  placement: Placement;
  where: Processors | null;
}

function pinning({ placement, where }: Placed, by: string): string {
  if (where === null) return 'wherever the system puts them';
  const [client, engine] = [where.client, where.engine].map((list) => list.join(','));
  if (placement === 'unpinned') return `both on any of ${client}`;
  return `client on ${client}, engine on ${engine} (${by})`;
}

/** The transport's file: of its whole name, or of its beginning, where one file has several. */
function sourceOf(transport: TransportName): string {
  const folder = 'lib/src/transport';
  for (let name: string = transport; name !== ''; name = name.replace(/-?[^-]*$/, '')) {
    const file = `${folder}/${name}.ts`;
    if (existsSync(path.join(projectRoot(), file))) return file;
  }
  return `${folder}/registry.ts`;
}

function engineOf(transport: TransportName): string {
  const how = transportNamed(transport);
  return CRATES[how.kind === 'listener' ? how.program : 'ipc-tax-engine'];
}

function buffersOf(transport: TransportName): string {
  return transport.startsWith('shared-memory') ? 'in shared memory' : "the system's";
}
