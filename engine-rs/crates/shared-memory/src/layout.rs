//! Where everything lies in the mapping. The table is in the crate's documentation.

use std::ops::RangeInclusive;

/// The first four bytes, `IPTC`.
pub const MAGIC: u32 = u32::from_le_bytes(*b"IPTC");

/// Version of layout and handshake.
pub const VERSION: u32 = 2;

/// Where the magic is.
pub const MAGIC_AT: usize = 0;
/// Where the version is.
pub const VERSION_AT: usize = 4;
/// Where the bytes of a ring are told.
pub const RING_BYTES_AT: usize = 8;

/// Where the bytes of the first ring begin. A page, or a part of one where pages are larger.
pub const RINGS_AT: usize = 4096;

/// Sizes a ring can have; powers of two alone.
pub const RING_BYTES: RangeInclusive<u32> = 4096..=1 << 26;

/// The most bytes that go inline: in the cache line of the tail.
pub const INLINE_BYTES: u32 = 48;

/// One ring's words and bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingLayout {
    /// Bytes ever written, modulo 2^32. The rest of its cache line belongs to it.
    pub tail: usize,
    /// Bytes ever read, modulo 2^32.
    pub head: usize,
    /// How the reader sleeps.
    pub reader_sleeps: usize,
    /// How the writer sleeps.
    pub writer_sleeps: usize,
    /// Its bytes.
    pub bytes: usize,
    /// How many; a power of two.
    pub capacity: u32,
}

impl RingLayout {
    /// The number, as the tail counts, of the first byte that lies inline.
    pub fn inline_from(&self) -> usize {
        self.tail + 4
    }

    /// One past the number of the last byte that lies inline.
    pub fn inline_to(&self) -> usize {
        self.tail + 8
    }

    /// The head of the other ring, as this ring's writer last told it: it is that ring's reader.
    pub fn other_head(&self) -> usize {
        self.tail + 12
    }

    /// The inline bytes.
    pub fn inline_bytes(&self) -> usize {
        self.tail + 16
    }
}

/// The ring of requests, from the client to the listener.
pub fn request_ring(capacity: u32) -> RingLayout {
    RingLayout {
        tail: 128,
        head: 256,
        reader_sleeps: 384,
        writer_sleeps: 512,
        bytes: RINGS_AT,
        capacity,
    }
}

/// The ring of replies, from the listener to the client.
pub fn reply_ring(capacity: u32) -> RingLayout {
    RingLayout {
        tail: 640,
        head: 768,
        reader_sleeps: 896,
        writer_sleeps: 1024,
        bytes: RINGS_AT + capacity as usize,
        capacity,
    }
}

/// Bytes of the words and both rings.
pub fn mapping_bytes(capacity: u32) -> usize {
    RINGS_AT + 2 * capacity as usize
}

/// Whether a ring can have so many bytes.
pub fn is_ring_size(bytes: u32) -> bool {
    bytes.is_power_of_two() && RING_BYTES.contains(&bytes)
}
