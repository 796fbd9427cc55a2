import { ERROR_BIT, LENGTH_BYTES, REQUEST_HEADER_BYTES } from '../../wire';

/** Where a body begins in its memory, so that its floats lie on a multiple of 8. */
const BODY_AT = 16 - REQUEST_HEADER_BYTES;

/** A body starts with this much memory and doubles as bytes arrive. */
const FIRST_BYTES = 64 * 1024;

/** Up to this much is kept for the next: new memory costs more than the copy into it. */
const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Cuts a stream into the bodies of requests, each read straight to where it is used. Memory grows with the bytes that
 * come, and is used again. After a body over the limit the stream can't be cut any more.
 */
export class FrameCutter {
  readonly #limit: number;
  readonly #length = new Uint8Array(LENGTH_BYTES);
  #lengthHave = 0;
  #memory = new Uint8Array(0);
  #have = 0;
  #need = -1;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Where the next bytes are to be put. */
  space(): Uint8Array {
    if (this.#need < 0) return this.#length.subarray(this.#lengthHave);
    const end = Math.min(BODY_AT + this.#need, this.#memory.byteLength);
    return this.#memory.subarray(BODY_AT + this.#have, end);
  }

  /** So many bytes were put there. */
  received(bytes: number): void {
    if (this.#need < 0) {
      this.#lengthHave += bytes;
      if (this.#lengthHave === LENGTH_BYTES) this.#begin();
      return;
    }
    this.#have += bytes;
    if (this.#have < this.#need && BODY_AT + this.#have === this.#memory.byteLength) {
      const larger = new Uint8Array(BODY_AT + Math.min(this.#need, 2 * this.#have));
      larger.set(this.#memory);
      this.#memory = larger;
    }
  }

  /** The declared length of a body that is over the limit, or null. */
  get tooLong(): number | null {
    return this.#need >= ERROR_BIT || this.#need > this.#limit ? this.#need : null;
  }

  /** The body, once it is whole, or null. It stays as it is until more is received. */
  take(): Uint8Array | null {
    if (this.#need < 0 || this.#have < this.#need) return null;
    const body = this.#memory.subarray(BODY_AT, BODY_AT + this.#need);
    this.#need = -1;
    this.#lengthHave = 0;
    return body;
  }

  #begin(): void {
    this.#need = new DataView(this.#length.buffer).getUint32(0, true);
    this.#have = 0;
    const kept = this.#memory.byteLength;
    if (kept < BODY_AT + Math.min(this.#need, FIRST_BYTES) || kept > KEPT_BYTES) {
      this.#memory = new Uint8Array(BODY_AT + Math.min(this.#need, FIRST_BYTES));
    }
  }
}
