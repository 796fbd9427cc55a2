import { type TransferListItem, Worker } from 'node:worker_threads';
import { EngineExitError } from '../../errors';
import type { Exit } from '../child';
import { StderrTail } from '../stderr-tail';
import type { ThreadData } from './settings';

/** A worker thread of ours. It does not keep this process alive unless it is held, and ends with it. */
export class Thread {
  readonly stderr = new StderrTail();
  /** Resolves when it has ended and its last words were read. */
  readonly exited: Promise<Exit>;
  /** How it ended, or null. */
  exit: Exit | null = null;
  readonly #worker: Worker;

  /** Starts `file`, a compiled module. */
  constructor(file: string, data: ThreadData) {
    // Its arguments are not for it: a debugger or a loader of this process would be started again in it.
    const worker = new Worker(file, { workerData: data, stderr: true, stdout: false, execArgv: [] });
    this.#worker = worker;
    worker.stderr.on('data', (chunk: Uint8Array) => this.stderr.push(chunk));
    worker.on('error', (error: Error) => this.stderr.push(Buffer.from(`${error?.stack ?? error}\n`)));
    this.exited = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.exit = { code, signal: null };
        // What it wrote last comes in the next turns of the event loop.
        setImmediate(() => setImmediate(() => resolve(this.exit!)));
      });
    });
    worker.unref();
  }

  hold(): void {
    this.#worker.ref();
  }

  release(): void {
    this.#worker.unref();
  }

  post(message: unknown, transferred: TransferListItem[] = []): void {
    this.#worker.postMessage(message, transferred);
  }

  onMessage(take: (message: unknown) => void): void {
    this.#worker.on('message', take);
    // Listening holds it.
    this.#worker.unref();
  }

  /** Ends it at once, whatever it is doing. May be called twice. */
  async end(): Promise<Exit> {
    this.#worker.ref();
    await this.#worker.terminate();
    return this.exited;
  }

  /** The error that says how it ended. */
  exitError(cause?: unknown): EngineExitError {
    return new EngineExitError(this.exit?.code ?? null, null, this.stderr.text, { cause });
  }
}
