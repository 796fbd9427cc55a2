import { bytesOf } from '../wire/layout';

/**
 * The bytes of an array, shared with it. The same array again, as in most loops, gives the same view again: to make one
 * costs more than the rest of a small call.
 */
export class LastBytes {
  #array: Float64Array | null = null;
  #bytes = new Uint8Array(0);

  of(array: Float64Array): Uint8Array {
    // The length too: the memory of an array may be resized under it.
    if (array !== this.#array || this.#bytes.length !== array.length * 8) {
      this.#array = array;
      this.#bytes = bytesOf(array);
    }
    return this.#bytes;
  }

  /** Keeps no array alive. */
  forget(): void {
    this.#array = null;
    this.#bytes = new Uint8Array(0);
  }
}
