//! A peer at the other end of a stream socket.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use super::LINGER;
use crate::ready;

/// What a connection runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A Unix stream socket.
    Unix,
    /// TCP.
    Tcp,
}

/// A connected stream socket in blocking mode.
pub struct Socket {
    socket: OwnedFd,
    transport: Transport,
}

#[cfg(target_os = "linux")]
const NO_SIGNAL: libc::c_int = libc::MSG_NOSIGNAL;
// Elsewhere the process ignores SIGPIPE, as Rust programs do from their start.
#[cfg(not(target_os = "linux"))]
const NO_SIGNAL: libc::c_int = 0;

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Socket {
    pub fn new(socket: OwnedFd, transport: Transport) -> Self {
        Socket { socket, transport }
    }

    /// Receives what is there into `buffer`'s spare capacity, which is not empty. Returns the bytes
    /// received, 0 at the end of the stream.
    ///
    /// # Errors
    /// `TimedOut` once `deadline` has passed. Without a deadline it waits without end, and an
    /// interrupted wait is the error `Interrupted`.
    pub fn receive(&self, buffer: &mut Vec<u8>, deadline: Option<Instant>) -> io::Result<usize> {
        let Some(deadline) = deadline else {
            return self.receive_waiting(buffer);
        };
        loop {
            match self.receive_once(buffer, libc::MSG_DONTWAIT) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    ready::wait(self.socket.as_fd(), libc::POLLIN, deadline)?;
                }
                received => return received,
            }
        }
    }

    /// Linux wakes whoever waits in `recv` on a Unix stream socket also when the peer takes what was sent to it:
    /// two switches for nothing, a quarter of a round trip on one processor. Whoever polls it lets sleep.
    fn receive_waiting(&self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        if self.transport == Transport::Unix {
            let interest = ready::interest(self.socket.as_raw_fd(), libc::POLLIN);
            if !ready::poll(&mut [interest], None)? {
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
        self.receive_once(buffer, 0)
    }

    /// Whether the peer sends something, or closes, before `patience` is over.
    pub fn sends_within(&self, patience: Duration) -> io::Result<bool> {
        match ready::wait(self.socket.as_fd(), libc::POLLIN, Instant::now() + patience) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn receive_once(&self, buffer: &mut Vec<u8>, flags: libc::c_int) -> io::Result<usize> {
        let spare = buffer.spare_capacity_mut();
        debug_assert!(!spare.is_empty());
        // SAFETY: `spare` is writable for its length.
        let received = unsafe {
            libc::recv(self.socket.as_raw_fd(), spare.as_mut_ptr().cast(), spare.len(), flags)
        };
        let received = usize::try_from(received).map_err(|_| io::Error::last_os_error())?;
        // SAFETY: the kernel wrote that many bytes of the spare capacity.
        unsafe { buffer.set_len(buffer.len() + received) };
        Ok(received)
    }

    /// Sends all of `bytes`.
    ///
    /// # Errors
    /// `TimedOut` when that takes longer than `timeout` from the moment the peer first stops
    /// taking bytes; whatever else ends the connection.
    pub fn send(&self, mut bytes: &[u8], timeout: Duration) -> io::Result<()> {
        let mut deadline = None;
        while !bytes.is_empty() {
            match self.send_once(bytes) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::WouldBlock => {
                        let deadline = *deadline.get_or_insert_with(|| Instant::now() + timeout);
                        ready::wait(self.socket.as_fd(), libc::POLLOUT, deadline)?;
                    }
                    _ => return Err(error),
                },
            }
        }
        Ok(())
    }

    fn send_once(&self, bytes: &[u8]) -> io::Result<usize> {
        let flags = libc::MSG_DONTWAIT | NO_SIGNAL;
        // SAFETY: `bytes` is readable for its length.
        let sent = unsafe {
            libc::send(self.socket.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), flags)
        };
        usize::try_from(sent).map_err(|_| io::Error::last_os_error())
    }

    /// Whether nobody is left to read an answer. A Unix peer that closed only its sending side is
    /// still there. TCP can't tell that from a closed connection, so there it counts as gone.
    pub fn is_gone(&self) -> bool {
        let closed = libc::POLLHUP | libc::POLLERR;
        #[cfg(target_os = "linux")]
        if self.transport == Transport::Tcp {
            let events = ready::now(self.socket.as_fd(), libc::POLLRDHUP);
            return events & (closed | libc::POLLRDHUP) != 0;
        }
        ready::now(self.socket.as_fd(), 0) & closed != 0
    }

    /// Closes so that the peer can read what was sent: shuts down sending, then discards what still
    /// comes until the peer closes or [`LINGER`] has passed. Closing with bytes unread would reset
    /// the connection under the answer.
    pub fn close_gently(&self) {
        // SAFETY: takes no pointers. It fails on a socket that is closed already, which is as good.
        unsafe { libc::shutdown(self.socket.as_raw_fd(), libc::SHUT_WR) };
        let deadline = Instant::now() + LINGER;
        let mut discarded = Vec::with_capacity(64 << 10);
        while Instant::now() < deadline
            && matches!(self.receive(&mut discarded, Some(deadline)), Ok(1..))
        {
            discarded.clear();
        }
    }
}
