import type { FrameParts } from '../wire';
import type { Child } from './child';
import type { Connection, RequestOptions } from './connection';
import { lengthOf, type Pipeline } from './pipeline';

/** A connection whose carrier has messages of its own: frames are translated before they are sent. */
export class TranslatedConnection implements Connection {
  readonly #pipeline: Pipeline;
  readonly #written: (parts: FrameParts) => FrameParts;

  /** `written` gives what goes through the pipeline in place of a frame; what it throws, the request rejects with. */
  constructor(pipeline: Pipeline, written: (parts: FrameParts) => FrameParts) {
    this.#pipeline = pipeline;
    this.#written = written;
  }

  async request(parts: FrameParts, options: RequestOptions): Promise<Uint8Array> {
    return this.#pipeline.request(this.#written(parts), options, lengthOf(parts));
  }

  get failure(): Error | null {
    return this.#pipeline.failure;
  }

  get lostByPeer(): boolean {
    return this.#pipeline.lostByPeer;
  }

  get child(): Child | null {
    return this.#pipeline.child;
  }

  get lastTiming() {
    return this.#pipeline.lastTiming;
  }

  cancel(cause: unknown): void {
    this.#pipeline.cancel(cause);
  }

  close(): Promise<void> {
    return this.#pipeline.close();
  }
}
