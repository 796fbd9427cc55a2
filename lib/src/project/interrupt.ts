import { IpcTaxError } from '../errors';

/** What our notebook launcher emits on `process` when the user interrupts the cell. */
export const INTERRUPT_EVENT = 'ipc-tax:interrupt';

/** What it emits before that, with an {@link Interrupt}, to who has work in flight that is worth something half done. */
export const INTERRUPT_OFFER_EVENT = 'ipc-tax:interrupt-offered';

/** An interrupt that has not ended its cell yet. */
export interface Interrupt {
  /** Keeps the cell going, with what there is; to be called while the event is heard. */
  take(): void;
  /** Whether the cell has ended. */
  readonly over: boolean;
}

/** Who has calls to cancel. */
interface Interruptible {
  cancel(cause: unknown): void;
}

const listening = new Set<Interruptible>();
const events: NodeJS.EventEmitter = process;

function interrupt(): void {
  const cause = new IpcTaxError('INTERRUPT', 'the cell was interrupted');
  for (const each of listening) each.cancel(cause);
}

/** From now on an interrupt cancels its calls, until `deafToInterrupt`. One listener on `process` serves all. */
export function hearInterrupt(each: Interruptible): void {
  if (listening.size === 0) events.on(INTERRUPT_EVENT, interrupt);
  listening.add(each);
}

/** Ends `hearInterrupt`. */
export function deafToInterrupt(each: Interruptible): void {
  listening.delete(each);
  if (listening.size === 0) events.off(INTERRUPT_EVENT, interrupt);
}
