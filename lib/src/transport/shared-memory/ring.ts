import { ProtocolError } from '../../errors';
import type { FrameParts } from '../../wire';
import { BY_LOOP, copyFrame } from '../copied-frame';
import { lengthOf } from '../pipeline';
import {
  AWAKE,
  INLINE_AT,
  INLINE_BYTES,
  INLINE_FROM,
  INLINE_TO,
  OTHER_HEAD,
  type RingLayout,
} from './layout';

/** The words of a mapping, and its bytes. */
export interface Shared {
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
  /** Wakes the other side, which sleeps as the word at index `sleeps` tells, waiting for the word at byte `word`. */
  wake(sleeps: number, word: number): void;
}

/** Bytes between a tail and a head. */
function used(tail: number, head: number, capacity: number): number {
  const used = (tail - head) >>> 0;
  if (used > capacity) {
    throw new ProtocolError(
      `shared memory, ring: got tail ${tail >>> 0} and head ${head >>> 0}, expected 0 to ${capacity} bytes between them`,
    );
  }
  return used;
}

/** The writing end of a ring. Its tail is kept here; the one in the mapping is for the reader. */
export class RingWriter {
  readonly layout: RingLayout;
  readonly #shared: Shared;
  readonly #mask: number;
  readonly #tailAt: number;
  readonly #headAt: number;
  readonly #sleepsAt: number;
  readonly #other: RingReader;
  readonly #otherTailAt: number;
  #tail = 0;
  #published = 0;
  /** Whether the words in the mapping tell of inline bytes, and one past the last of them. */
  #hasInline = false;
  #inlineTo = 0;
  /**
   * The reader's head as it was last seen. It is looked at again only when there seems to be too little room: the reader
   * writes it for every frame, and each look would fetch it from the other processor.
   */
  #head = 0;

  /** Of an empty ring, whose reader writes the ring that `other` reads. */
  constructor(shared: Shared, layout: RingLayout, other: RingReader) {
    this.#shared = shared;
    this.layout = layout;
    this.#mask = layout.capacity - 1;
    this.#tailAt = layout.tail >> 2;
    this.#headAt = layout.head >> 2;
    this.#sleepsAt = layout.readerSleeps >> 2;
    this.#other = other;
    this.#otherTailAt = other.layout.tail >> 2;
  }

  /** The word that the reader moves when there is room in a full ring. */
  get fullHead(): number {
    return (this.#tail - this.layout.capacity) >>> 0;
  }

  /**
   * Copies a whole frame beside the tail, if it is short and the reader told that it has read all before; whether it was.
   * One cache line then moves to the other processor, and not two.
   */
  copyInline(parts: FrameParts): boolean {
    const { words, bytes } = this.#shared;
    const tail = this.#tail;
    if (Atomics.load(words, this.#otherTailAt + OTHER_HEAD) !== tail) return false;
    if (lengthOf(parts) > INLINE_BYTES) return false;
    this.#head = tail;
    const count = copyFrame(parts, bytes, this.layout.tail + INLINE_AT);
    this.#hasInline = true;
    this.#tail = this.#inlineTo = (tail + count) | 0;
    words[this.#tailAt + INLINE_FROM] = tail;
    words[this.#tailAt + INLINE_TO] = this.#inlineTo;
    return true;
  }

  /**
   * Copies bytes of `from`, from its byte `at` on, as many as there is room for and `most` at most; how many. The reader
   * sees them when they are published.
   * @throws ProtocolError when the reader wrote a head that can't be.
   */
  copy(from: Uint8Array, at: number, most: number): number {
    const { capacity, bytes: begin } = this.layout;
    const tail = this.#tail;
    // Their numbers come again, when the reader has left them behind long ago.
    if (this.#hasInline && (tail - this.#inlineTo) >>> 0 >= capacity) {
      this.#hasInline = false;
      // One word alone: two could be seen half changed.
      const { words } = this.#shared;
      words[this.#tailAt + INLINE_TO] = words[this.#tailAt + INLINE_FROM]!;
    }
    const left = Math.min(from.length - at, most);
    let free = capacity - used(tail, this.#head, capacity);
    if (free < left) {
      this.#head = Atomics.load(this.#shared.words, this.#headAt);
      free = capacity - used(tail, this.#head, capacity);
    }
    const count = Math.min(left, free);
    const { bytes } = this.#shared;
    if (count <= BY_LOOP) {
      const mask = this.#mask;
      for (let i = 0; i < count; i++) bytes[begin + ((tail + i) & mask)] = from[at + i]!;
    } else {
      const place = tail & this.#mask;
      const first = Math.min(count, capacity - place);
      bytes.set(from.subarray(at, at + first), begin + place);
      if (first < count) bytes.set(from.subarray(at + first, at + count), begin);
    }
    this.#tail = (tail + count) | 0;
    return count;
  }

  /** Lets the reader see all that was copied, and wakes it. */
  publish(): void {
    if (this.#published === this.#tail) return;
    this.#published = this.#tail;
    const { words } = this.#shared;
    // An atomic store, as the tail's: whoever takes the head from here writes over what was read.
    Atomics.store(words, this.#tailAt + OTHER_HEAD, this.#other.head);
    Atomics.store(words, this.#tailAt, this.#tail);
    if (Atomics.load(words, this.#sleepsAt) !== AWAKE) this.#shared.wake(this.#sleepsAt, this.layout.tail);
  }
}

/** The reading end of a ring. */
export class RingReader {
  readonly layout: RingLayout;
  readonly #shared: Shared;
  readonly #mask: number;
  readonly #tailAt: number;
  readonly #headAt: number;
  readonly #sleepsAt: number;
  #head = 0;
  /** The tail as it was last seen. */
  #tail = 0;
  /** The byte of the mapping where what is available begins, if it lies inline; else negative. */
  #inlineAt = -1;

  constructor(shared: Shared, layout: RingLayout) {
    this.#shared = shared;
    this.layout = layout;
    this.#mask = layout.capacity - 1;
    this.#tailAt = layout.tail >> 2;
    this.#headAt = layout.head >> 2;
    this.#sleepsAt = layout.writerSleeps >> 2;
  }

  /** Bytes ever read, modulo 2^32. */
  get head(): number {
    return this.#head;
  }

  /** The word that the writer moves when there is something in an empty ring. */
  get emptyTail(): number {
    return this.#head >>> 0;
  }

  /**
   * Bytes that are there in one place, inline or in the ring; 0 when there are none.
   * @throws ProtocolError when the writer wrote a tail that can't be.
   */
  available(): number {
    const { words } = this.#shared;
    if (this.#tail === this.#head) this.#tail = Atomics.load(words, this.#tailAt);
    const there = used(this.#tail, this.#head, this.layout.capacity);
    const from = words[this.#tailAt + INLINE_FROM]!;
    const inline = (words[this.#tailAt + INLINE_TO]! - from) >>> 0;
    const read = (this.#head - from) >>> 0;
    const isInline = inline <= INLINE_BYTES && read < inline;
    this.#inlineAt = isInline ? this.layout.tail + INLINE_AT + read : -1;
    return isInline ? Math.min(there, inline - read) : there;
  }

  /** Whether anything is there, by up to `loads` looks. */
  spin(loads: number): boolean {
    const { words } = this.#shared;
    const at = this.#tailAt;
    const head = this.#head;
    for (let i = 0; i < loads; i++) {
      const tail = Atomics.load(words, at);
      if (tail === head) continue;
      this.#tail = tail;
      return true;
    }
    return false;
  }

  /** The little-endian u32 that is there, left where it is. Four bytes are available. */
  peekUint32(): number {
    const { bytes } = this.#shared;
    const begin = this.#inlineAt < 0 ? this.layout.bytes : this.#inlineAt;
    const from = this.#inlineAt < 0 ? this.#head : 0;
    const mask = this.#mask;
    return (
      (bytes[begin + (from & mask)]! |
        (bytes[begin + ((from + 1) & mask)]! << 8) |
        (bytes[begin + ((from + 2) & mask)]! << 16) |
        (bytes[begin + ((from + 3) & mask)]! << 24)) >>>
      0
    );
  }

  /** Copies to all of `to` what lies `skip` bytes on. So many are available. */
  copy(to: Uint8Array, skip = 0): void {
    const count = to.length;
    const { bytes } = this.#shared;
    const { capacity, bytes: begin } = this.layout;
    if (this.#inlineAt >= 0) {
      const from = this.#inlineAt + skip;
      for (let i = 0; i < count; i++) to[i] = bytes[from + i]!;
      return;
    }
    if (count <= BY_LOOP) {
      const from = this.#head + skip;
      const mask = this.#mask;
      for (let i = 0; i < count; i++) to[i] = bytes[begin + ((from + i) & mask)]!;
      return;
    }
    const place = (this.#head + skip) & this.#mask;
    const first = Math.min(count, capacity - place);
    to.set(bytes.subarray(begin + place, begin + place + first));
    if (first < count) to.set(bytes.subarray(begin, begin + count - first), first);
  }

  /** Gives the room of so many bytes back to the writer, and wakes it. */
  release(count: number): void {
    const { words } = this.#shared;
    this.#head = (this.#head + count) | 0;
    Atomics.store(words, this.#headAt, this.#head);
    if (Atomics.load(words, this.#sleepsAt) !== AWAKE) this.#shared.wake(this.#sleepsAt, this.layout.head);
  }
}
