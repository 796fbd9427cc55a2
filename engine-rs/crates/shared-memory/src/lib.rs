//! Shared memory between two processes: two rings of bytes, one each way, in one mapping.
//!
//! The file lies under /dev/shm, has mode 0600 and never a name, so nothing is left of it whatever
//! happens to either process. The side that listens makes it and hands its descriptor over a Unix
//! socket; the socket stays as doorbell and as the sign that the other side is alive.
//!
//! # Layout
//! Little-endian u32, on two cache lines for each writer: the processor fetches lines in pairs.
//!
//! | offset | what | written by |
//! |---|---|---|
//! | 0 | magic, the bytes `IPTC` | listener, once |
//! | 4 | version, 2 | listener, once |
//! | 8 | ring bytes R, a power of two from 4,096 to 2^26 | listener, once |
//! | 128 | request ring, tail: bytes ever written, modulo 2^32 | client |
//! | 132 | request ring, number of the first byte that lies inline | client |
//! | 136 | request ring, one past the number of the last byte that lies inline | client |
//! | 140 | reply ring's head, told along with the tail | client |
//! | 144 | request ring, 48 inline bytes | client |
//! | 256 | request ring, head: bytes ever read, modulo 2^32 | listener |
//! | 384 | request ring, how its reader sleeps: 0 not, 1 futex, 2 doorbell | both |
//! | 512 | request ring, how its writer sleeps while the ring is full | both |
//! | 640 to 704, 768, 896, 1024 | the same of the reply ring | listener where client, client where listener |
//! | 4096 | request ring, R bytes | client |
//! | 4096 + R | reply ring, R bytes | listener |
//!
//! After the rings the client may add segments to the file: whole pages that both sides map, in which
//! long arrays lie and never move.
//!
//! # Protocol
//! A writer copies bytes behind the tail, stores the new tail (release), and looks whether the reader
//! sleeps; a reader that is about to sleep says so and looks at the tail once more. So one of them
//! sees the other, and a wake-up is never lost. The futex is the tail itself (the head for a writer
//! that waits for room); the doorbell is one byte on the socket.
//!
//! Up to 48 bytes that find the ring empty go inline instead, beside the tail: one cache line then
//! moves from processor to processor and not two. The ring's bytes of those numbers are left as they
//! were. That all was read the writer knows without asking for the head's line, since each side tells
//! its head in the line of its own tail; so inline bytes stay until they were read.
//!
//! # Trust
//! Each side keeps its own counters in its own memory and takes the other's only as a claim: a tail or
//! head that can't be is the end of the connection. Bytes are copied out of a ring once and looked at
//! only then, so they can't change after they were checked. A file that is cut short under its mapping
//! ends no process that has installed the [`guard`].

#[cfg(not(unix))]
compile_error!("shared memory is made and handed over as Unix does it: Linux or macOS");

mod control;
mod ends;
mod error;
pub mod futex;
pub mod guard;
mod handshake;
pub mod layout;
mod mapping;
mod memory;
mod ring;
mod wait;

pub use control::Control;
pub use ends::Ends;
pub use error::Error;
pub use handshake::{Hello, connect, offer, pair, receive_hello};
pub use mapping::Mapping;
pub use memory::MemoryFile;
pub use wait::{SLICE, SPIN, WaitMode, Waited, wait_until_moved};
