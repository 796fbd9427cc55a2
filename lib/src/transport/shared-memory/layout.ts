/** Where everything lies in the mapping: the table is in engine-rs/crates/shared-memory/src/lib.rs. */

/** One ring's words, as bytes from the beginning of the mapping, and its bytes. */
export interface RingLayout {
  /** Bytes ever written, modulo 2^32; the words below and the inline bytes follow it. */
  readonly tail: number;
  /** Bytes ever read, modulo 2^32. */
  readonly head: number;
  /** How the reader sleeps. */
  readonly readerSleeps: number;
  /** How the writer sleeps. */
  readonly writerSleeps: number;
  readonly bytes: number;
  /** A power of two. */
  readonly capacity: number;
}

/** Words after the tail: the number of the first byte that lies inline. */
export const INLINE_FROM = 1;
/** Words after the tail: one past the number of the last byte that lies inline. */
export const INLINE_TO = 2;
/** Words after the tail: the head of the other ring, which is read by this one's writer. */
export const OTHER_HEAD = 3;
/** Bytes after the tail: the inline bytes. */
export const INLINE_AT = 16;
/** The most bytes that go inline. */
export const INLINE_BYTES = 48;

const RINGS_AT = 4096;

/** The ring of requests, from the client to the listener. */
export function requestRing(capacity: number): RingLayout {
  return { tail: 128, head: 256, readerSleeps: 384, writerSleeps: 512, bytes: RINGS_AT, capacity };
}

/** The ring of replies, from the listener to the client. */
export function replyRing(capacity: number): RingLayout {
  return {
    tail: 640,
    head: 768,
    readerSleeps: 896,
    writerSleeps: 1024,
    bytes: RINGS_AT + capacity,
    capacity,
  };
}

/** How a side sleeps, in the words `readerSleeps` and `writerSleeps`; anything else is on the futex. */
export const AWAKE = 0;
export const AT_THE_DOORBELL = 2;
