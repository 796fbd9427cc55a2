import { Engine, engineBinary } from '../../engine';
import { ListenerHost } from '../../engine/listener-host';
import { IpcTaxError } from '../../errors';
import { transportNamed } from '../../transport';
import { defaultLimits } from '../../wire';
import type { EchoTransport } from './order';

/** A running engine whose address other programs can be given. */
export interface Served {
  engine: Engine;
  /** A socket's path, or `HOST:PORT`. */
  address: string;
}

/** Starts the project's engine on one transport. `engine.close()` ends it. */
export async function serve(transport: EchoTransport, signal?: AbortSignal): Promise<Served> {
  const how = transportNamed(transport);
  if (how.kind !== 'listener') throw new IpcTaxError('ECHO', `${transport} has no address`);
  let address = '';
  const told = {
    ...how,
    addressIn(line: string): string | null {
      const found = how.addressIn(line);
      if (found !== null) address = found;
      return found;
    },
  };
  const command = { command: await engineBinary({ signal }), args: ['serve', '--die-with-stdin'] };
  const patience = { signal: signal ?? new AbortController().signal, timeout: 30_000 };
  const host = await ListenerHost.start(told, command, {
    ...patience,
    longestReply: defaultLimits.frameBytes,
  });
  try {
    return { engine: new Engine(host, await host.open(patience)), address };
  } catch (error) {
    await host.end();
    throw error;
  }
}
