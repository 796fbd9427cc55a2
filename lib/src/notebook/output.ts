import { randomUUID } from 'node:crypto';
import { sep } from 'node:path';

/** One output of a cell: the same thing in several MIME types, of which a front end takes the best it knows. */
export interface MimeBundle {
  'text/plain': string;
  'text/html'?: string;
  'text/markdown'?: string;
  'image/svg+xml'?: string;
  /** Base64. */
  'image/png'?: string;
  'application/vnd.plotly.v1+json'?: unknown;
}

interface DisplayMessage {
  data: MimeBundle;
  metadata: object;
  transient: { display_id?: string };
}

/** tslab's own function that writes to the cell that runs. */
export type DisplayWriter = (message: DisplayMessage, update: boolean) => void;

const JUPYTER_MODULE = ['', 'tslab', 'dist', 'jupyter.js'].join(sep);
let jupyterModule: { lastWriteDisplayData?: DisplayWriter | null } | null = null;

/**
 * tslab has a public way to write one MIME type, but none for several in one output. Its writer is an
 * export of a module of its own that the kernel has loaded: in a process that is no kernel it isn't there,
 * so that is also how a notebook is told from a script.
 */
function tslabWriter(): DisplayWriter | null {
  if (jupyterModule === null) {
    const loaded = Object.keys(require.cache).find((file) => file.endsWith(JUPYTER_MODULE));
    jupyterModule = loaded === undefined ? null : (require.cache[loaded]?.exports as typeof jupyterModule);
  }
  return jupyterModule?.lastWriteDisplayData ?? null;
}

let substitute: DisplayWriter | null = null;

/** Sends outputs to `writer` in place of a notebook's cell, until called with null: for tests. */
export function writeOutputsTo(writer: DisplayWriter | null): void {
  substitute = writer;
}

const currentWriter = (): DisplayWriter | null => substitute ?? tslabWriter();

/** Whether this runs in a notebook's kernel, where outputs are more than text. */
export function inNotebook(): boolean {
  return currentWriter() !== null;
}

/** Puts one output under the running cell. In a notebook only. */
export function publish(data: MimeBundle, metadata: object = {}): void {
  currentWriter()?.({ data, metadata, transient: {} }, false);
}

/** An output that is replaced in place. */
export class LiveOutput {
  private readonly displayId = randomUUID();
  private shown = false;

  /**
   * The first time the output appears under the running cell; then it changes there. The message goes
   * through whichever cell runs now: front ends find the output by its id, and a headless run ignores
   * messages of cells that have ended.
   */
  set(data: MimeBundle): void {
    currentWriter()?.({ data, metadata: {}, transient: { display_id: this.displayId } }, this.shown);
    this.shown = true;
  }
}
