import { parentPort } from 'node:worker_threads';

/** What a thread wrote on its stderr. */
export interface Words {
  stderr: string;
}

/** Whether a message is what a thread wrote, and not one of its frames. */
export function areWords(message: unknown): message is Words {
  return typeof (message as Words | null)?.stderr === 'string';
}

/**
 * From now on this thread's stderr goes to whoever started it, as messages. Node's own way holds the process for
 * as long as somebody listens, and a write is done only when the other side's event loop has taken it.
 */
export function tellWords(): void {
  const port = parentPort!;
  const write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    port.postMessage({ stderr: typeof text === 'string' ? text : Buffer.from(text).toString() });
    const written = rest.at(-1);
    if (typeof written === 'function') setImmediate(written as () => void);
    return true;
  };
  process.stderr.write = write as typeof process.stderr.write;
}
