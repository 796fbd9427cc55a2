import { type TransferListItem, Worker } from 'node:worker_threads';
import { EngineExitError } from '../../errors';
import type { Exit } from '../child';
import { StderrTail } from '../stderr-tail';
import type { ThreadData } from './settings';
import { areWords } from './words';

/** A worker thread of ours. It does not keep this process alive unless it is held, and ends with it. */
export class Thread {
  readonly stderr = new StderrTail();
  /** Resolves when it has ended; its last words came before that. */
  readonly exited: Promise<Exit>;
  /** How it ended, or null. */
  exit: Exit | null = null;
  readonly #worker: Worker;
  #take: (message: unknown) => void = () => {};

  /** Starts `file`, a compiled module. */
  constructor(file: string, data: ThreadData) {
    // Its arguments are not for it: a debugger or a loader of this process would be started again in it.
    const worker = new Worker(file, { workerData: data, execArgv: [] });
    this.#worker = worker;
    worker.on('message', (message: unknown) => {
      if (areWords(message)) this.stderr.push(Buffer.from(message.stderr));
      else this.#take(message);
    });
    worker.on('error', (error: Error) => this.stderr.push(Buffer.from(`${error?.stack ?? error}\n`)));
    this.exited = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.exit = { code, signal: null };
        resolve(this.exit);
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
    this.#take = take;
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
