import { IpcTaxError } from '../errors';

/** What our notebook launcher emits on `process` when the user interrupts the cell. */
export const INTERRUPT_EVENT = 'ipc-tax:interrupt';

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
