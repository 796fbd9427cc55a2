//! The other end of a connection: receive, send with a deadline, notice that it went away.

use std::io;
use std::time::{Duration, Instant};

use ipc_tax_shared_memory::MemoryFile;
use ipc_tax_wire::WireError;

pub mod pipes;
mod shared_memory;
mod socket;

pub use pipes::Pipes;
pub use shared_memory::SharedMemory;
pub use socket::{Socket, Transport};

/// How long a peer may keep sending after an error that closes its connection.
const LINGER: Duration = Duration::from_secs(1);

/// A peer, by what its bytes come over.
pub enum Peer {
    /// A stream socket.
    Socket(Socket),
    /// Two pipes.
    Pipes(Pipes),
    /// Rings in shared memory.
    SharedMemory(SharedMemory),
}

/// How the beginning of a connection went.
pub enum Opened {
    /// Frames may come; what is given is where the client may share more memory.
    Ready(Option<MemoryFile>),
    /// The client is to be told why there is nothing for it.
    Refused(WireError),
    /// There is nobody to tell, or no time left.
    Closed,
}

impl Peer {
    /// Whatever comes before the first frame, within `patience` and unless `draining`.
    pub fn open(&self, patience: Duration, draining: &dyn Fn() -> bool) -> Opened {
        match self {
            Peer::Socket(_) => Opened::Ready(None),
            Peer::Pipes(pipes) if pipes.open(patience, draining) => Opened::Ready(None),
            Peer::Pipes(_) => Opened::Closed,
            Peer::SharedMemory(memory) => memory.open(patience, draining),
        }
    }

    /// Receives what is there into `buffer`'s spare capacity, which is not empty. Returns the bytes
    /// received, 0 at the end of the stream.
    ///
    /// # Errors
    /// `TimedOut` once `deadline` has passed. Without a deadline it waits without end, and an
    /// interrupted wait is the error `Interrupted`.
    pub fn receive(&self, buffer: &mut Vec<u8>, deadline: Option<Instant>) -> io::Result<usize> {
        match self {
            Peer::Socket(socket) => socket.receive(buffer, deadline),
            Peer::Pipes(pipes) => pipes.receive(buffer, deadline),
            Peer::SharedMemory(memory) => memory.receive(buffer, deadline),
        }
    }

    /// Whether the peer sends something, or closes, before `patience` is over.
    pub fn sends_within(&self, patience: Duration) -> io::Result<bool> {
        match self {
            Peer::Socket(socket) => socket.sends_within(patience),
            Peer::Pipes(pipes) => pipes.sends_within(patience),
            Peer::SharedMemory(memory) => Ok(memory.sends_within(patience)),
        }
    }

    /// Sends all of `bytes`.
    ///
    /// # Errors
    /// `TimedOut` when that takes longer than `timeout` from the moment the peer first stops
    /// taking bytes; whatever else ends the connection.
    pub fn send(&self, bytes: &[u8], timeout: Duration) -> io::Result<()> {
        match self {
            Peer::Socket(socket) => socket.send(bytes, timeout),
            Peer::Pipes(pipes) => pipes.send(bytes, timeout),
            Peer::SharedMemory(memory) => memory.send(bytes, timeout),
        }
    }

    /// Whether nobody is left to read an answer.
    pub fn is_gone(&self) -> bool {
        match self {
            Peer::Socket(socket) => socket.is_gone(),
            Peer::Pipes(pipes) => pipes.is_gone(),
            Peer::SharedMemory(memory) => memory.is_gone(),
        }
    }

    /// Closes so that the peer can read what was sent: ends sending, then discards what still comes
    /// until the peer closes or a second has passed.
    pub fn close_gently(&self) {
        match self {
            Peer::Socket(socket) => socket.close_gently(),
            Peer::Pipes(pipes) => pipes.close_gently(),
            Peer::SharedMemory(memory) => memory.close_gently(),
        }
    }
}
