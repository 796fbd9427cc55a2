import { microseconds } from '../../bench';
import type { Engine } from '../../engine';
import { IpcTaxError } from '../../errors';
import type { Command } from '../../transport';
import { Child } from '../../transport/child';

/**
 * Starts a program that does nothing and waits until it is gone: the same pipes and the same end that a
 * spawned engine has. Microseconds.
 * @throws IpcTaxError `LAUNCH` when it fails.
 */
export async function launchEmpty(command: Command): Promise<number> {
  const begin = microseconds();
  const child = await Child.start(command);
  child.hold();
  child.stdout.resume();
  child.stdin.end();
  const { code } = await child.exited;
  const us = microseconds() - begin;
  if (code === 0) return us;
  const line = [command.command, ...command.args].join(' ');
  throw new IpcTaxError(
    'LAUNCH',
    `${line} ended with ${code}: ${child.stderr.text.trim() || 'it said nothing'}`,
  );
}

const ONE = Float64Array.of(42);

/**
 * One float echoed by an engine that is started for it and ends. Microseconds until it has ended.
 * @throws IpcTaxError `LAUNCH` when another float comes back.
 */
export async function launchEngine(engine: Engine): Promise<number> {
  const begin = microseconds();
  const [float] = await engine.echo(ONE);
  const us = microseconds() - begin;
  if (float !== ONE[0])
    throw new IpcTaxError('LAUNCH', `the spawned engine echoed ${float}, expected ${ONE[0]}`);
  return us;
}
