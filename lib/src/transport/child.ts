import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { EngineExitError, EngineStartError } from '../errors';
import type { Command } from './connection';
import { undoAtExit } from './leftovers';
import { StderrTail } from './stderr-tail';

/** How a process ended: by its own exit code, or by a signal. */
export interface Exit {
  code: number | null;
  signal: string | null;
}

/** Milliseconds a process has after its stdin closed, and again after SIGTERM. */
const GRACE = 2000;

/** Milliseconds a process's pipes may stay open after it ended: someone else holds them. */
const PIPES_GRACE = 1000;

/**
 * A process of ours, in a group of its own, so that an interrupt meant for this process does not reach it. Its pipes
 * do not keep this process alive; it is killed when this process exits, and told by the end of its
 * stdin when this process is killed.
 */
export class Child {
  readonly pid: number;
  readonly stdin: Socket;
  readonly stdout: Socket;
  readonly stderr = new StderrTail();
  /** Resolves when it has ended and its last words were read. Waiting for it alone keeps nothing alive. */
  readonly exited: Promise<Exit>;
  /** How it ended, or null. */
  exit: Exit | null = null;
  readonly #process: ChildProcess;
  #ending: Promise<Exit> | null = null;

  private constructor(process: ChildProcess) {
    this.#process = process;
    this.pid = process.pid!;
    this.stdin = process.stdin as Socket;
    this.stdout = process.stdout as Socket;
    // What can't be written any more is told by its exit.
    this.stdin.on('error', () => {});
    this.stdout.on('error', () => {});
    process.stderr!.on('data', (chunk: Uint8Array) => this.stderr.push(chunk));
    const settled = undoAtExit(() => this.kill('SIGKILL'));
    this.exited = new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      process.once('exit', (code, signal) => {
        settled();
        this.exit = { code, signal };
        timer = setTimeout(() => {
          for (const pipe of [this.stdin, this.stdout, process.stderr!]) pipe.destroy();
        }, PIPES_GRACE);
      });
      process.once('close', () => {
        clearTimeout(timer);
        resolve(this.exit!);
      });
    });
    this.release();
  }

  /**
   * Starts a process.
   * @throws EngineStartError when the system can't.
   */
  static start({ command, args }: Command): Promise<Child> {
    return new Promise((resolve, reject) => {
      const process = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
      process.once('error', (cause) => {
        reject(new EngineStartError(`can't start ${command}: ${cause.message}`, { cause }));
      });
      process.once('spawn', () => resolve(new Child(process)));
    });
  }

  /** Keeps this process alive while the child's answer is waited for. */
  hold(): void {
    this.#process.ref();
    for (const pipe of this.#pipes()) pipe.ref();
  }

  /** Lets this process end. */
  release(): void {
    this.#process.unref();
    for (const pipe of this.#pipes()) pipe.unref();
  }

  /** Sends a signal to it and all it started, unless it has ended. */
  kill(signal: NodeJS.Signals): void {
    if (this.exit !== null) return;
    try {
      process.kill(-this.pid, signal);
    } catch {
      // It ended in this very moment.
    }
  }

  /** Ends it: closes its stdin, SIGTERM after 2 s, SIGKILL after 2 s more. May be called twice. */
  end(): Promise<Exit> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<Exit> {
    this.hold();
    this.stdout.resume();
    this.stdin.destroy();
    const timers = [
      setTimeout(() => this.kill('SIGTERM'), GRACE),
      setTimeout(() => this.kill('SIGKILL'), 2 * GRACE),
    ];
    const exit = await this.exited;
    for (const timer of timers) clearTimeout(timer);
    return exit;
  }

  /** The error that says how it ended. */
  exitError(cause?: unknown): EngineExitError {
    return new EngineExitError(this.exit?.code ?? null, this.exit?.signal ?? null, this.stderr.text, {
      cause,
    });
  }

  #pipes(): Socket[] {
    return [this.stdin, this.stdout, this.#process.stderr as Socket];
  }
}
