const KEPT_CHARACTERS = 4096;

/** A child's stderr: each line is offered to a listener as it comes, and the last 4,096 characters are kept. */
export class StderrTail {
  #text = '';
  #line = '';
  readonly #decoder = new TextDecoder();
  #listener: (line: string) => void = () => {};

  push(chunk: Uint8Array): void {
    const text = this.#decoder.decode(chunk, { stream: true });
    this.#text = (this.#text + text).slice(-KEPT_CHARACTERS);
    const lines = (this.#line + text).split('\n');
    // A line without an end is not worth more memory than is kept of the whole.
    this.#line = lines.pop()!.slice(-KEPT_CHARACTERS);
    for (const line of lines) this.#listener(line.replace(/\r$/, ''));
  }

  /** Replaces the listener to lines that are still to come. */
  onLine(listener: (line: string) => void): void {
    this.#listener = listener;
  }

  get text(): string {
    return this.#text;
  }
}
