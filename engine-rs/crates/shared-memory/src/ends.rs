//! The two ends of a connection as a process has them: what it sends by, what it receives by.

use std::io;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::handshake::Hello;
use crate::layout::{reply_ring, request_ring};
use crate::ring::{Reader, Writer};
use crate::wait::{Awaited, Outcome, Waiter, wake};
use crate::{Control, Mapping, MemoryFile};

/// Bytes that are published at once: the reader copies them out while the next are copied in.
const PIECE: usize = 64 << 10;

/// One process's side of a connection. A connection takes bytes of any number: what is longer than a
/// ring goes through it in pieces.
///
/// One thread at a time sends or receives, since both may wait for the same doorbell. Others may look
/// at [`Ends::control`].
pub struct Ends {
    sender: Sender,
    receiver: Receiver,
    control: Arc<Control>,
    mapping: Arc<Mapping>,
    memory: MemoryFile,
    hello: Hello,
}

impl Ends {
    pub(crate) fn new(
        control: Arc<Control>,
        memory: MemoryFile,
        mapping: Mapping,
        hello: Hello,
        listens: bool,
    ) -> Self {
        let mapping = Arc::new(mapping);
        let (requests, replies) = (request_ring(hello.ring_bytes), reply_ring(hello.ring_bytes));
        let (out, back) = if listens { (replies, requests) } else { (requests, replies) };
        let sender = Sender {
            ring: Writer::new(Arc::clone(&mapping), out, back),
            control: Arc::clone(&control),
            waiter: Waiter::new(hello.mode),
        };
        let receiver = Receiver {
            ring: Reader::new(Arc::clone(&mapping), back),
            control: Arc::clone(&control),
            waiter: Waiter::new(hello.mode),
        };
        Ends { sender, receiver, control, mapping, memory, hello }
    }

    /// Doorbell and sign of life.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// The words and both rings.
    pub fn mapping(&self) -> &Arc<Mapping> {
        &self.mapping
    }

    /// Where they lie, and where segments may be added.
    pub fn memory(&self) -> &MemoryFile {
        &self.memory
    }

    /// What was agreed upon.
    pub fn hello(&self) -> Hello {
        self.hello
    }

    /// Sends all of `bytes`.
    ///
    /// # Errors
    /// `TimedOut` when the ring stays full for longer than `timeout`, counted from the moment it first
    /// was; `BrokenPipe` when the other side has ended; `InvalidData` when it writes what can't be.
    pub fn send(&mut self, bytes: &[u8], timeout: Duration) -> io::Result<()> {
        self.sender.send(bytes, timeout, self.receiver.ring.head)
    }

    /// Sends what there is room for now, a piece of 64 KiB at most; how many bytes that were.
    ///
    /// # Errors
    /// `InvalidData` when the other side writes what can't be.
    pub fn send_some(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sender.send_some(bytes, self.receiver.ring.head)
    }

    /// Receives what there is into `to`, which is not empty; waits for the first byte. Returns how many
    /// bytes there were, 0 at the end.
    ///
    /// # Errors
    /// `TimedOut` once `deadline` has passed; `InvalidData` when the other side writes what can't be;
    /// without a deadline `Interrupted` when a signal came.
    pub fn receive(
        &mut self,
        to: &mut [MaybeUninit<u8>],
        deadline: Option<Instant>,
    ) -> io::Result<usize> {
        self.receiver.receive(to, deadline)
    }

    /// Receives all of `to`.
    ///
    /// # Errors
    /// As [`Ends::receive`], and `UnexpectedEof`.
    pub fn receive_exact(&mut self, to: &mut [u8], deadline: Option<Instant>) -> io::Result<()> {
        // SAFETY: a byte that is initialized may be written where one need not be.
        let to = unsafe { &mut *(std::ptr::from_mut(to) as *mut [MaybeUninit<u8>]) };
        let mut have = 0;
        while have < to.len() {
            match self.receive(&mut to[have..], deadline) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(received) => have += received,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Receives what there is without waiting; 0 when there is nothing.
    ///
    /// # Errors
    /// `InvalidData` when the other side writes what can't be.
    pub fn receive_some(&mut self, to: &mut [MaybeUninit<u8>]) -> io::Result<usize> {
        self.receiver.receive_some(to)
    }

    /// Whether something comes, or the other side ends, before `patience` is over.
    pub fn is_ready_within(&mut self, patience: Duration) -> bool {
        self.receiver.is_ready_within(patience)
    }
}

/// The end that sends.
struct Sender {
    ring: Writer,
    control: Arc<Control>,
    waiter: Waiter,
}

impl Sender {
    fn send(&mut self, mut bytes: &[u8], timeout: Duration, received: u32) -> io::Result<()> {
        let mut deadline = None;
        loop {
            let sent = self.send_some(bytes, received)?;
            bytes = &bytes[sent..];
            if bytes.is_empty() {
                return Ok(());
            }
            if sent == 0 {
                self.wait_for_room(*deadline.get_or_insert_with(|| Instant::now() + timeout))?;
            }
        }
    }

    /// `received`: bytes that this side has read, modulo 2^32.
    fn send_some(&mut self, bytes: &[u8], received: u32) -> io::Result<usize> {
        let sent = self.ring.write(&bytes[..bytes.len().min(PIECE)], received)?;
        if sent > 0 {
            let Writer { mapping, layout, .. } = &self.ring;
            wake(mapping.word(layout.tail), mapping.word(layout.reader_sleeps), &self.control);
        }
        Ok(sent)
    }

    fn wait_for_room(&mut self, deadline: Instant) -> io::Result<()> {
        let Writer { mapping, layout, .. } = &self.ring;
        let awaited = Awaited {
            word: mapping.word(layout.head),
            seen: self.ring.full_head(),
            sleeps: mapping.word(layout.writer_sleeps),
            control: &self.control,
            deadline: Some(deadline),
        };
        match self.waiter.wait(&awaited) {
            Outcome::Moved | Outcome::Interrupted => Ok(()),
            // A peer that sends no more may still read; one that is gone does not.
            Outcome::Ended if self.control.is_gone() => Err(io::ErrorKind::BrokenPipe.into()),
            Outcome::Ended if Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(1));
                Ok(())
            }
            Outcome::Ended | Outcome::TimedOut => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

/// The end that receives.
struct Receiver {
    ring: Reader,
    control: Arc<Control>,
    waiter: Waiter,
}

impl Receiver {
    fn receive(
        &mut self,
        to: &mut [MaybeUninit<u8>],
        deadline: Option<Instant>,
    ) -> io::Result<usize> {
        debug_assert!(!to.is_empty());
        loop {
            let received = self.receive_some(to)?;
            if received > 0 {
                return Ok(received);
            }
            match self.wait(deadline) {
                Outcome::Moved => {}
                Outcome::Ended => return Ok(0),
                Outcome::TimedOut => return Err(io::ErrorKind::TimedOut.into()),
                Outcome::Interrupted if deadline.is_some() => {}
                Outcome::Interrupted => return Err(io::ErrorKind::Interrupted.into()),
            }
        }
    }

    fn receive_some(&mut self, to: &mut [MaybeUninit<u8>]) -> io::Result<usize> {
        let received = self.ring.read(to)?;
        if received > 0 {
            let Reader { mapping, layout, .. } = &self.ring;
            wake(mapping.word(layout.head), mapping.word(layout.writer_sleeps), &self.control);
        }
        Ok(received)
    }

    fn is_ready_within(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            match self.wait(Some(deadline)) {
                Outcome::Moved | Outcome::Ended => return true,
                Outcome::TimedOut => return false,
                Outcome::Interrupted => {}
            }
        }
    }

    fn wait(&mut self, deadline: Option<Instant>) -> Outcome {
        let Reader { mapping, layout, .. } = &self.ring;
        self.waiter.wait(&Awaited {
            word: mapping.word(layout.tail),
            seen: self.ring.empty_tail(),
            sleeps: mapping.word(layout.reader_sleeps),
            control: &self.control,
            deadline,
        })
    }
}
