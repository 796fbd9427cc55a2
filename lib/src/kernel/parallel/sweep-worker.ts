import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { KernelError } from '../../errors';
import type { Answer, Share } from './messages';

/** A worker thread that sweeps. It keeps the process running only while it has a share. */
export class SweepWorker {
  readonly #thread: Worker;
  /** Who waits for the next answer. */
  #waiting: { resolve: (answer: Answer) => void; reject: (error: KernelError) => void } | null = null;
  #ended: KernelError | null = null;

  private constructor() {
    this.#thread = new Worker(join(__dirname, 'worker-main.js'), { execArgv: [], name: 'ipc-tax-sweep' });
    this.#thread.on('message', (answer: Answer) => {
      const waiting = this.#waiting;
      this.#waiting = null;
      waiting?.resolve(answer);
    });
    this.#thread.on('error', (cause) => this.#end(`a worker thread died: ${cause.message}`, cause));
    this.#thread.on('exit', (code) => this.#end(`a worker thread ended with exit code ${code}`));
  }

  /** @throws KernelError when there can't be another thread. */
  static async start(): Promise<SweepWorker> {
    let worker: SweepWorker;
    try {
      worker = new SweepWorker();
    } catch (cause) {
      throw new KernelError(`no worker thread: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
    await worker.#answer();
    worker.#thread.unref();
    return worker;
  }

  get ended(): boolean {
    return this.#ended !== null;
  }

  /**
   * Has a share swept.
   * @returns Whether it was done, and not stopped.
   * @throws KernelError when the kernel or the thread fails.
   */
  async sweep(share: Share): Promise<boolean> {
    if (this.#ended !== null) throw this.#ended;
    this.#thread.ref();
    try {
      const answered = this.#answer();
      this.#thread.postMessage(share);
      const answer = await answered;
      if (answer.kind !== 'failed') return answer.kind === 'done';
      const cause = new Error(answer.message);
      cause.name = answer.name;
      if (answer.stack !== undefined) cause.stack = answer.stack;
      throw new KernelError(`a worker thread's sweep failed: ${answer.message}`, { cause });
    } finally {
      this.#thread.unref();
    }
  }

  /** Ends the thread, whatever it does. */
  async end(): Promise<void> {
    await this.#thread.terminate();
  }

  #answer(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #end(why: string, cause?: Error): void {
    this.#ended ??= new KernelError(why, { cause });
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(this.#ended);
  }
}
