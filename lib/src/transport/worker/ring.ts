/** Bytes of each ring: a power of two. What is longer goes through it in pieces. */
export const RING_BYTES = 1 << 20;

// Layout of a ring in 32-bit words, each group on a cache line of its own:
//   0 bytes written since the beginning, modulo 2^32; 16 bytes read likewise; 32 whether the writer has ended;
//   then, from byte 192, the bytes.
const WRITTEN = 0;
const READ = 16;
const ENDED = 32;
const BYTES_AT = 192;

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
  readonly #spin: number;

  /** `index` is which of the two it is; `spins` whether a wait looks for a while before it sleeps. */
  constructor(memory: SharedArrayBuffer, index: 0 | 1, spins: boolean) {
    const at = index * RING_MEMORY;
    this.#words = new Int32Array(memory, at, BYTES_AT / 4);
    this.#bytes = new Uint8Array(memory, at + BYTES_AT, RING_BYTES);
    this.#spin = spins ? SPIN : 0;
  }

  /** Writes as much of the bytes as there is room for, and returns how much. */
  write(bytes: Uint8Array): number {
    const written = Atomics.load(this.#words, WRITTEN);
    const room = RING_BYTES - ((written - Atomics.load(this.#words, READ)) | 0);
    const count = Math.min(room, bytes.byteLength);
    if (count === 0) return 0;
    const at = written & (RING_BYTES - 1);
    const first = Math.min(count, RING_BYTES - at);
    copy(bytes, 0, this.#bytes, at, first);
    copy(bytes, first, this.#bytes, 0, count - first);
    this.#move(WRITTEN, written + count);
    return count;
  }

  /** Reads what is there, at most as much as there is room for, and returns how much. */
  read(room: Uint8Array): number {
    const read = Atomics.load(this.#words, READ);
    const there = (Atomics.load(this.#words, WRITTEN) - read) | 0;
    const count = Math.min(there, room.byteLength);
    if (count === 0) return 0;
    const at = read & (RING_BYTES - 1);
    const first = Math.min(count, RING_BYTES - at);
    copy(this.#bytes, at, room, 0, first);
    copy(this.#bytes, 0, room, first, count - first);
    this.#move(READ, read + count);
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
    return Atomics.load(this.#words, WRITTEN) === Atomics.load(this.#words, READ);
  }

  #isFull(): boolean {
    return ((Atomics.load(this.#words, WRITTEN) - Atomics.load(this.#words, READ)) | 0) === RING_BYTES;
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

/** A plain loop is quicker than a view and a call for few bytes. */
function copy(from: Uint8Array, fromAt: number, to: Uint8Array, toAt: number, count: number): void {
  if (count <= 32) for (let i = 0; i < count; i++) to[toAt + i] = from[fromAt + i]!;
  else to.set(from.subarray(fromAt, fromAt + count), toAt);
}
