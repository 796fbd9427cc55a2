/** Cuts a stream of request frames into bodies. A test's own, plain form: it believes every length. */
export class RequestStream {
  #bytes = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #have = 0;

  /** Bodies that became whole with this chunk; each starts on a multiple of 8 less one, so its floats on one of 8. */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#chunks.push(Buffer.from(chunk));
    this.#have += chunk.byteLength;
    const bodies: Uint8Array[] = [];
    for (;;) {
      if (this.#have < 4) return bodies;
      if (this.#bytes.length < 4) this.#join();
      const need = 4 + this.#bytes.readUInt32LE(0);
      if (this.#have < need) return bodies;
      this.#join();
      const body = new Uint8Array(need - 4 + 7).subarray(7);
      body.set(this.#bytes.subarray(4, need));
      bodies.push(body);
      this.#bytes = this.#bytes.subarray(need);
      this.#have -= need;
    }
  }

  #join(): void {
    this.#bytes = Buffer.concat([this.#bytes, ...this.#chunks]);
    this.#chunks = [];
  }
}
