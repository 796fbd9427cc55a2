/** Bytes of each ring: a power of two. What is longer goes through it in pieces. */
export const RING_BYTES = 1 << 20;

// Layout of a ring in 32-bit words, each group on a cache line of its own:
//   0 bytes written since the beginning, modulo 2^32; 16 bytes read likewise; 32 whether the writer has ended;
//   then, from byte 192, the records.
// A record is what was written at once: its length in a word of 8 bytes, then its bytes, filled up to a multiple of 8.
// So the floats of a frame lie on a multiple of 8, as they do where they come from and go to: V8 copies to and from
// shared memory byte by byte where the two differ, which takes six times as long.
const WRITTEN = 0;
const READ = 16;
const ENDED = 32;
const BYTES_AT = 192;

/** Bytes of a record's length, and what records are filled up to. */
const WORD = 8;
const filledUp = (bytes: number): number => (bytes + WORD - 1) & ~(WORD - 1);

const RING_MEMORY = BYTES_AT + RING_BYTES;

/** Memory for a ring each way. */
export const ringMemory = (): SharedArrayBuffer => new SharedArrayBuffer(2 * RING_MEMORY);

/** How long to look again and again before sleeping, in milliseconds: longer would starve the other side on a busy machine. */
const SPIN = 0.05;

type WaitAsync = (
  words: Int32Array,
  index: number,
  value: number,
) => { async: boolean; value: Promise<string> | string };

/** One direction of bytes between two threads: one writes, one reads. */
export class Ring {
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  /** The lengths of records. */
  readonly #lengths: Int32Array;
  readonly #spin: number;
  /** Of the record that is being read: where its next byte is, and how many are left. */
  #at = 0;
  #left = 0;

  /** `which` of the two it is; `spins` whether a wait looks for a while before it sleeps. */
  constructor(memory: SharedArrayBuffer, which: 0 | 1, spins: boolean) {
    const at = which * RING_MEMORY;
    this.#words = new Int32Array(memory, at, BYTES_AT / 4);
    this.#bytes = new Uint8Array(memory, at + BYTES_AT, RING_BYTES);
    this.#lengths = new Int32Array(memory, at + BYTES_AT, RING_BYTES / 4);
    this.#spin = spins ? SPIN : 0;
  }

  /** Writes as much of the bytes as there is room for, and returns how much. */
  write(bytes: Uint8Array): number {
    const count = Math.min(this.#room() - WORD, bytes.byteLength);
    if (count <= 0) return 0;
    const written = Atomics.load(this.#words, WRITTEN);
    this.#lengths[index(written) >> 2] = count;
    const at = index(written + WORD);
    const first = Math.min(count, RING_BYTES - at);
    copy(bytes, 0, this.#bytes, at, first);
    copy(bytes, first, this.#bytes, 0, count - first);
    this.#move(WRITTEN, written + WORD + filledUp(count));
    return count;
  }

  /** Reads what is there, at most as much as there is room for and one record, and returns how much. */
  read(room: Uint8Array): number {
    if (this.#left === 0) {
      const read = Atomics.load(this.#words, READ);
      if (read === Atomics.load(this.#words, WRITTEN)) return 0;
      this.#left = this.#lengths[index(read) >> 2]!;
      this.#at = read + WORD;
    }
    const count = Math.min(this.#left, room.byteLength);
    const at = index(this.#at);
    const first = Math.min(count, RING_BYTES - at);
    copy(this.#bytes, at, room, 0, first);
    copy(this.#bytes, 0, room, first, count - first);
    this.#at += count;
    this.#left -= count;
    this.#move(READ, this.#left === 0 ? filledUp(this.#at) : this.#at & ~(WORD - 1));
    return count;
  }

  /** The writer writes no more. */
  end(): void {
    Atomics.store(this.#words, ENDED, 1);
    Atomics.notify(this.#words, WRITTEN);
  }

  /** Whether all was read and no more comes. */
  get isOver(): boolean {
    return Atomics.load(this.#words, ENDED) === 1 && this.#isEmpty();
  }

  /** Waits in place until there is something to read or the writer has ended; false when the time is over. */
  waitToRead(timeout = Number.POSITIVE_INFINITY): boolean {
    return this.#wait(WRITTEN, () => !this.#isEmpty() || this.isOver, timeout);
  }

  /** Waits in place until there is room to write; false when the time is over. */
  waitToWrite(timeout = Number.POSITIVE_INFINITY): boolean {
    return this.#wait(READ, () => !this.#isFull(), timeout);
  }

  /** Resolves when there may be something to read. Keeps nothing alive. */
  async untilReadable(): Promise<void> {
    await this.#changes(WRITTEN, () => !this.#isEmpty() || this.isOver);
  }

  /** Resolves when there may be room to write. Keeps nothing alive. */
  async untilWritable(): Promise<void> {
    await this.#changes(READ, () => !this.#isFull());
  }

  #isEmpty(): boolean {
    return this.#left === 0 && Atomics.load(this.#words, WRITTEN) === Atomics.load(this.#words, READ);
  }

  /** Bytes that can be written. A record takes at least two words. */
  #room(): number {
    return RING_BYTES - ((Atomics.load(this.#words, WRITTEN) - Atomics.load(this.#words, READ)) | 0);
  }

  #isFull(): boolean {
    return this.#room() < 2 * WORD;
  }

  #move(word: number, value: number): void {
    Atomics.store(this.#words, word, value | 0);
    Atomics.notify(this.#words, word);
  }

  #wait(word: number, done: () => boolean, timeout: number): boolean {
    const begin = performance.now();
    while (performance.now() - begin < this.#spin) {
      for (let i = 0; i < 100; i++) if (done()) return true;
    }
    for (;;) {
      const seen = Atomics.load(this.#words, word);
      if (done()) return true;
      const left = begin + timeout - performance.now();
      if (left <= 0) return false;
      Atomics.wait(this.#words, word, seen, left);
    }
  }

  async #changes(word: number, done: () => boolean): Promise<void> {
    const seen = Atomics.load(this.#words, word);
    if (done()) return;
    const { waitAsync } = Atomics as unknown as { waitAsync: WaitAsync };
    await waitAsync(this.#words, word, seen).value;
  }
}

/** Where in the ring a position is. */
const index = (position: number): number => position & (RING_BYTES - 1);

/** A plain loop is quicker than a view and a call for few bytes. */
function copy(from: Uint8Array, fromAt: number, to: Uint8Array, toAt: number, count: number): void {
  if (count <= 32) for (let i = 0; i < count; i++) to[toAt + i] = from[fromAt + i]!;
  else to.set(from.subarray(fromAt, fromAt + count), toAt);
}
