import { OptionError } from '../errors';
import type { ThreadSettings } from '../transport/worker/settings';
import { defaultSettings } from '../transport/worker/thread-engine';
import type { EngineLimits } from './limits';
import type { CheckedOptions } from './options';

/** Limits of listeners and streams, which a thread of this process is not. */
const OTHERS = ['connections', 'frameTimeoutMs', 'writeTimeoutMs'] as const satisfies (keyof EngineLimits)[];

/**
 * What an engine in a worker thread is to be.
 * @throws OptionError for what has no meaning there: another program's processor, limits of connections.
 */
export function threadSettings({
  kernel,
  fee,
  threads,
  cpu,
  limits,
  transport,
}: CheckedOptions): ThreadSettings {
  if (cpu !== null) {
    throw new OptionError('cpu', cpu, `none over ${transport}: its threads are this process's own`);
  }
  for (const name of OTHERS) {
    if (limits[name] !== undefined) {
      throw new OptionError(`limits.${name}`, limits[name], `none over ${transport}: it has no such limit`);
    }
  }
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  return { kernel, fee, threads, limits: { ...defaultSettings.limits, ...given } };
}
