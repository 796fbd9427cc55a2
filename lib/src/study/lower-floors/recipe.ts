import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../engine';
import { type TransportName, transportNamed } from '../../transport';
import type { Placement, Processors } from '../echo-curve/processors';
import { kindOf } from './families';
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
      flags: `Node ${process.version}, no flags; ${engineFlags(transport as TransportName)}`,
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
  if (how.kind === 'thread') return 'a worker thread, lib/src/transport/worker';
  return CRATES[how.kind === 'listener' ? how.program : 'ipc-tax-engine'];
}

/** The engine's flags; a thread's are the client's. */
const engineFlags = (transport: TransportName): string =>
  transportNamed(transport).kind === 'thread' ? 'the live kernel in V8, 1 thread' : CARGO;

/** What the system says of a buffer, such as `212992`; empty where it says nothing. */
function told(file: string): string {
  try {
    return readFileSync(`/proc/sys/${file}`, 'utf8').trim().split(/\s+/).join(' ');
  } catch {
    return '';
  }
}

/** What is held between the two: as the system sets it, which no transport changes unless it is asked to. */
function buffersOf(transport: TransportName): string {
  const { family } = kindOf(transport);
  if (transport === 'worker-message') return "the message port's queue; floats are copied";
  if (transport === 'worker-transfer') return "the message port's queue; floats change hands";
  if (family === 'threads') return 'two rings in a SharedArrayBuffer';
  if (family === 'shared memory') return 'two rings in a mapped file, a segment where floats stay';
  if (family === 'pipes' || family === 'a process a call') return 'a pipe each way, 65536 bytes on Linux';
  const local = family === 'Unix sockets' || transport.endsWith('-ipc');
  const [send, receive] = local
    ? [told('net/core/wmem_default'), told('net/core/rmem_default')]
    : [told('net/ipv4/tcp_wmem'), told('net/ipv4/tcp_rmem')];
  if (send === '') return "the system's";
  return local
    ? `SO_SNDBUF ${send}, SO_RCVBUF ${receive}, the system's`
    : `tcp_wmem ${send}, tcp_rmem ${receive}, the system's`;
}
