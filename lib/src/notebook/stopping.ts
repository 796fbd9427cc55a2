import { CancelledError, TimeoutError } from '../errors';
import { INTERRUPT_EVENT, INTERRUPT_OFFER_EVENT, type Interrupt } from '../project';

/** What can end a section early, beside an interrupt of the cell. */
export interface RunLimits {
  /** Aborted, it cancels the measurement. */
  signal?: AbortSignal;
  /** Milliseconds, 1 to 2^31 - 1. Default: none. */
  timeout?: number;
}

/** The last interrupt that was taken: while its cell goes on, nothing new is measured in it. */
let taken: Interrupt | null = null;

/** Whether and why a section is to end before its time; hears of it until it is let go. */
export class Stopping {
  /** Whether it was an interrupt of the cell. */
  interrupted = false;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;

  /** @throws CancelledError in a cell that was interrupted while it measured another section. */
  constructor(
    title: string,
    private readonly limits: RunLimits,
  ) {
    if (taken && !taken.over) {
      throw new CancelledError(title, { when: 'before it began, since its cell was interrupted' });
    }
    const { signal, timeout } = limits;
    process.on(INTERRUPT_OFFER_EVENT, this.#offer).on(INTERRUPT_EVENT, this.#interrupt);
    signal?.addEventListener('abort', this.#abort, { once: true });
    if (signal?.aborted) this.#abort();
    if (timeout !== undefined) {
      this.#timer = setTimeout(() => this.#stop.abort(new TimeoutError(title, timeout)), timeout);
    }
  }

  /** For the section: aborted by whatever came first. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The first offer is taken, so that the cell goes on with what there is; the next one ends the cell. */
  readonly #offer = (interrupt: Interrupt): void => {
    if (this.signal.aborted) return;
    this.#interrupt();
    interrupt.take();
    taken = interrupt;
  };

  readonly #interrupt = (): void => {
    if (this.signal.aborted) return;
    this.interrupted = true;
    this.#stop.abort(new Error('the cell was interrupted'));
  };

  readonly #abort = (): void => this.#stop.abort(this.limits.signal?.reason);

  letGo(): void {
    clearTimeout(this.#timer);
    this.limits.signal?.removeEventListener('abort', this.#abort);
    process.off(INTERRUPT_OFFER_EVENT, this.#offer).off(INTERRUPT_EVENT, this.#interrupt);
  }
}
