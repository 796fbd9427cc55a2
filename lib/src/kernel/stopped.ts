import { setMaxListeners } from 'node:events';
import { CancelledError, type IpcTaxError, TimeoutError } from '../errors';
import { deafToInterrupt, hearInterrupt } from '../project';

/** What can stop a sweep, beside an interrupt of the notebook's cell. */
export interface Stop {
  signal?: AbortSignal | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
}

/** Whether a sweep under way is to end, and why. To be let go when the sweep is over. */
export class Stopping {
  #cancelled: { cause: unknown } | null = null;
  readonly #deadline: number;
  readonly #onAbort = (): void => this.cancel(this.limits.signal?.reason);

  /** @param cancelled Called once, when the signal aborts or the cell is interrupted. */
  constructor(
    private readonly limits: Stop,
    private readonly cancelled: () => void = () => {},
  ) {
    const { signal, timeout } = limits;
    this.#deadline = performance.now() + (timeout ?? Infinity);
    hearInterrupt(this);
    if (signal === undefined) return;
    // One signal may stop many sweeps: no warning about many listeners.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Whether it is to end. */
  get due(): boolean {
    return this.#cancelled !== null || performance.now() >= this.#deadline;
  }

  /** The error of a sweep that ended for this. */
  error(): IpcTaxError {
    const { timeout } = this.limits;
    if (this.#cancelled === null && timeout !== undefined) return new TimeoutError('the sweep', timeout);
    return new CancelledError('the sweep', this.#cancelled ?? {});
  }

  cancel(cause: unknown): void {
    if (this.#cancelled !== null) return;
    this.#cancelled = { cause };
    this.cancelled();
  }

  letGo(): void {
    deafToInterrupt(this);
    this.limits.signal?.removeEventListener('abort', this.#onAbort);
  }
}
