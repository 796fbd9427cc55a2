import { access } from 'node:fs/promises';
import { EngineReplyError, EngineStartError } from '../errors';
import { addon } from '../project';
import { type Command, type Connection, transportNamed } from '../transport';
import { checkSignal, patience } from '../transport/patience';
import { defaultLimits, echoRequest } from '../wire';
import { engineBinary } from './binary';
import { ChildHost } from './child-host';
import { Engine } from './engine';
import type { Host } from './host';
import { deafToInterrupt, hearInterrupt } from './interrupt';
import { limitArgs } from './limits';
import { ListenerHost } from './listener-host';
import { type CheckedOptions, checkOptions, type EngineOptions, feeArgs } from './options';
import { settledWithin } from './settled-within';
import { ThreadHost } from './thread-host';
import { threadSettings } from './thread-settings';

/**
 * Starts an engine and resolves when it answers. The project's own binary is found, or built when it is not there.
 * Any number of engines may run at once.
 *
 * The engine has a process group of its own, so an interrupt of this process does not end it: it cancels the calls
 * under way. It ends with `close`, when this process exits, and when this process is killed.
 *
 * @throws OptionError; EngineStartError when there is no binary or it can't be started; EngineExitError when it ended at
 * once, with its last words; TimeoutError when it was not ready in time, and CancelledError: it is killed then.
 */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const checked = checkOptions(options);
  checkSignal('starting the engine', checked.signal);
  const abort = new AbortController();
  const interruptible = { cancel: (cause: unknown) => abort.abort(cause) };
  const forget = patience('starting the engine', { signal: checked.signal }, (error) =>
    abort.abort(error.cause),
  );
  hearInterrupt(interruptible);
  try {
    return await start(checked, abort.signal);
  } finally {
    deafToInterrupt(interruptible);
    forget();
  }
}

async function start(options: CheckedOptions, signal: AbortSignal): Promise<Engine> {
  const how = transportNamed(options.transport);
  const longestReply = options.limits.frameBytes ?? defaultLimits.frameBytes;
  const limits = { signal, timeout: options.timeout };
  if (how.kind === 'thread') {
    // The thread itself can't wait for it to be built.
    if (options.kernel !== 'naive') await settledWithin('building the addon', addon([]), limits);
    const host = new ThreadHost(how, threadSettings(options));
    return closedOnFailure(host, async () => {
      const connection = await host.open(limits);
      await settledWithin('starting the engine', answered(connection), limits);
      return new Engine(host, connection);
    });
  }
  const command = await pinned(await engineCommand(options, signal), options.cpu);
  if (how.kind === 'listener') {
    const host = await ListenerHost.start(how, command, { ...limits, longestReply });
    return closedOnFailure(host, async () => new Engine(host, await host.open(limits)));
  }
  const host = new ChildHost(how, command, longestReply);
  return closedOnFailure(host, async () => {
    const connection = await host.open(limits);
    try {
      if (how.keepsState) await settledWithin('starting the engine', answered(connection), limits);
    } catch (error) {
      connection.child?.kill('SIGKILL');
      throw error;
    }
    return new Engine(host, connection);
  });
}

/** What starts the engine, without the options that tell a listener where. */
async function engineCommand(options: CheckedOptions, signal: AbortSignal): Promise<Command> {
  const { kernel, fee, threads, program, transport } = options;
  if (program !== null) return program;
  const how = transportNamed(transport);
  const own = how.kind === 'listener' ? how.program : 'ipc-tax-engine';
  const command = await engineBinary({ signal, program: own });
  const kernelArgs = ['--kernel', kernel, ...feeArgs(fee), '--threads', String(threads)];
  const mode = how.kind === 'child' ? how.engineArgs! : ['serve', '--die-with-stdin'];
  return { command, args: [...mode, ...kernelArgs, ...limitArgs(options.limits)] };
}

/** The command on one processor. taskset becomes the program, so the process is the engine's own. */
async function pinned({ command, args }: Command, cpu: number | null): Promise<Command> {
  if (cpu === null) return { command, args };
  const taskset = '/usr/bin/taskset';
  try {
    await access(taskset);
  } catch (cause) {
    throw new EngineStartError(`cpu needs ${taskset} (package util-linux), which is not there`, { cause });
  }
  return { command: taskset, args: ['-c', String(cpu), command, ...args] };
}

/** A program has no ready line: it is ready when it answers an echo, be it with a refusal. */
async function answered(connection: Connection): Promise<void> {
  try {
    await connection.request(echoRequest(new Float64Array(1)), { what: 'the first echo', bytes: 8 });
  } catch (error) {
    if (!(error instanceof EngineReplyError)) throw error;
  }
}

async function closedOnFailure(host: Host, make: () => Promise<Engine>): Promise<Engine> {
  try {
    return await make();
  } catch (error) {
    await host.end();
    throw error;
  }
}
