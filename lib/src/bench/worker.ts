import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { CancelledError, IpcTaxError, quoted, signalOption } from '../errors';

/** What a task run in a worker is handed beside its options. */
export interface TaskContext {
  /** Sends a report to the caller's `onReport`. */
  report(message: unknown): void;
  /** Aborted when the caller cancels, or is gone. */
  signal: AbortSignal;
}

/** A function that can run in a worker: exported by name from a module of this library. */
export type Task<Options, Result> = (options: Options, context: TaskContext) => Promise<Result>;

export interface WorkerOptions {
  signal?: AbortSignal;
  onReport?: (message: unknown) => void;
}

/** From the caller to the worker: what to run, first, and then at most a cancellation. */
export type WorkerRequest =
  | { kind: 'run'; module: string; name: string; options: unknown }
  | { kind: 'cancel' };

/** From the worker to the caller. */
export type WorkerMessage =
  | { kind: 'report'; message: unknown }
  | { kind: 'result'; value: unknown }
  | { kind: 'error'; name: string; code: string | null; message: string; stack: string };

/** How long a cancelled worker has to stop its engines before it is killed. */
const GRACE_MS = 3_000;

/**
 * Runs a task in a process of its own, so that timed loops share no event loop with a notebook's
 * sockets, and every start gets its own heap and its own compiled code. The worker is its own process
 * group, so an interrupt of the notebook reaches it only through `signal`; it ends when its task does,
 * when it is cancelled, and when this process ends, however that happens.
 *
 * @param module Absolute path of the compiled module that exports the task.
 * @param name The task's exported name.
 * @param options Handed to the task by structured clone.
 * @throws The task's error, with its code; what `onReport` throws, which ends the worker; CancelledError; IpcTaxError
 * `WORKER` when it dies.
 */
export async function inWorker<Options, Result>(
  module: string,
  name: string,
  options: Options,
  { signal, onReport }: WorkerOptions = {},
): Promise<Result> {
  signalOption('signal', signal);
  if (signal?.aborted) throw new CancelledError(name, { cause: signal.reason });
  const child = fork(path.join(__dirname, 'worker-main.js'), [], {
    serialization: 'advanced',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  let killer: NodeJS.Timeout | undefined;
  const cancel = (): void => {
    if (child.connected) child.send({ kind: 'cancel' } satisfies WorkerRequest, () => {});
    killer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await answer<Result>(child, { kind: 'run', module, name, options }, signal, onReport);
  } finally {
    signal?.removeEventListener('abort', cancel);
    clearTimeout(killer);
  }
}

/** Sends the request and waits until the worker has ended, so that nothing is left when this settles. */
function answer<Result>(
  child: ChildProcess,
  request: WorkerRequest & { kind: 'run' },
  signal: AbortSignal | undefined,
  onReport: ((message: unknown) => void) | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let outcome: WorkerMessage | null = null;
    let stderr = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-4_096);
    });
    let refused: { error: unknown } | null = null;
    child.on('message', (message: WorkerMessage) => {
      if (message.kind !== 'report') outcome = message;
      else if (refused === null) {
        try {
          onReport?.(message.message);
        } catch (error) {
          // Thrown on, it would end this process, which may be a notebook's kernel.
          refused = { error };
          child.kill('SIGKILL');
        }
      }
    });
    child.on('error', (cause) => reject(new IpcTaxError('WORKER', `no worker: ${cause.message}`, { cause })));
    child.on('close', (code, by) => {
      if (refused !== null) {
        reject(refused.error);
      } else if (signal?.aborted) {
        reject(new CancelledError(request.name, { cause: signal.reason }));
      } else if (outcome?.kind === 'result') {
        resolve(outcome.value as Result);
      } else if (outcome?.kind === 'error') {
        reject(revived(outcome));
      } else {
        const how = by === null ? `exit code ${code}` : `signal ${by}`;
        const last = stderr.trim();
        reject(
          new IpcTaxError(
            'WORKER',
            `the worker for ${request.name} ended with ${how}: ${last || 'it said nothing'}`,
          ),
        );
      }
    });
    child.send(request, (cause) => {
      if (cause) child.kill('SIGKILL');
    });
  });
}

function revived({ name, code, message, stack }: WorkerMessage & { kind: 'error' }): Error {
  const error = code === null ? new Error(message) : new IpcTaxError(code, message);
  error.name = name;
  error.stack = stack;
  return error;
}

/** What crosses from a worker when its task throws. */
export function errorMessage(thrown: unknown): WorkerMessage {
  if (!(thrown instanceof Error)) {
    return { kind: 'error', name: 'Error', code: null, message: `thrown: ${quoted(thrown)}`, stack: '' };
  }
  const code = thrown instanceof IpcTaxError ? thrown.code : null;
  return { kind: 'error', name: thrown.name, code, message: thrown.message, stack: thrown.stack ?? '' };
}
