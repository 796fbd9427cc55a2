/** Reads a cell from left to right, character by character: millions of them, so nothing is made on the way. */
export class Cursor {
  #text = '';
  #length = 0;
  at = 0;
  /** The digits read last, as a number; exact to 15 of them. */
  number = 0;
  /** How many digits these were. */
  width = 0;

  start(text: string): void {
    this.#text = text;
    this.#length = text.length;
    this.at = 0;
  }

  get atEnd(): boolean {
    return this.at === this.#length;
  }

  /** The character code here, or further on; NaN beyond the end. */
  code(ahead = 0): number {
    return this.#text.charCodeAt(this.at + ahead);
  }

  digitHere(ahead = 0): boolean {
    const code = this.code(ahead);
    return code >= 48 && code <= 57;
  }

  letterHere(ahead = 0): boolean {
    const code = this.code(ahead) | 32;
    return code >= 97 && code <= 122;
  }

  spaceHere(): boolean {
    const code = this.code();
    // also the spaces that do not break, which are written before AM and PM
    return code === 32 || code === 9 || code === 0xa0 || code === 0x202f || code === 0x2009;
  }

  /** Reads digits, at most so many; false where there are none. */
  digits(most = Infinity): boolean {
    this.number = 0;
    this.width = 0;
    while (this.width < most && this.digitHere()) {
      this.number = this.number * 10 + this.code() - 48;
      this.width += 1;
      this.at += 1;
    }
    return this.width > 0;
  }

  /** Steps over this one character if it is here. */
  skip(code: number): boolean {
    if (this.code() !== code) return false;
    this.at += 1;
    return true;
  }

  spaces(): void {
    while (this.spaceHere()) this.at += 1;
  }

  /** Reads letters, and of the other characters those in `also`; '' where there are none. */
  word(also = ''): string {
    const from = this.at;
    while (this.letterHere() || (also !== '' && !this.atEnd && also.includes(this.#text[this.at])))
      this.at += 1;
    return this.#text.slice(from, this.at);
  }

  /** Steps over a bracketed remark; false where its end is missing. */
  bracketed(open: number, close: string): boolean {
    if (this.code() !== open) return true;
    const end = this.#text.indexOf(close, this.at);
    if (end === -1) return false;
    this.at = end + 1;
    return true;
  }
}
