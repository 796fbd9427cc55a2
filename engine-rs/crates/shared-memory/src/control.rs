//! The socket beside the memory: doorbell, and the sign that the other side is there.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
const QUIETLY: libc::c_int = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
#[cfg(not(target_os = "linux"))]
const QUIETLY: libc::c_int = libc::MSG_DONTWAIT;

/// Events that say that the other side sends no more.
#[cfg(target_os = "linux")]
const ENDED: libc::c_short = libc::POLLHUP | libc::POLLERR | libc::POLLRDHUP;
#[cfg(not(target_os = "linux"))]
const ENDED: libc::c_short = libc::POLLHUP | libc::POLLERR;

/// A connected Unix stream socket.
pub struct Control(OwnedFd);

/// What a wait on the socket brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// The doorbell, perhaps.
    Bell,
    /// Nothing, for as long as was to be waited.
    Nothing,
    /// The end: the other side closed, or is no more.
    End,
    /// A signal came.
    Interrupted,
}

impl Control {
    /// Of a socket that is connected.
    pub fn new(socket: OwnedFd) -> Self {
        Control(socket)
    }

    /// Rings the doorbell. Where bells that were not heard yet fill the socket, one more says nothing
    /// new; where nobody is left to hear it, that is noticed elsewhere.
    pub fn ring(&self) {
        let _ = self.send_once(&[1]);
    }

    /// Whether the other side has closed and there is nobody to answer. One that only sends no more is
    /// still there.
    pub fn is_gone(&self) -> bool {
        self.events(0, Duration::ZERO)
            .is_ok_and(|events| events & (libc::POLLHUP | libc::POLLERR) != 0)
    }

    /// Whether the other side sends no more: it closed, or is about to.
    pub fn has_ended(&self) -> bool {
        self.wait_bell(Duration::ZERO) == Heard::End
    }

    /// Whether bytes came, or the end, before `patience` is over. For the handshake.
    ///
    /// # Errors
    /// `Interrupted` when a signal came; the system's.
    pub fn is_readable_within(&self, patience: Duration) -> io::Result<bool> {
        Ok(self.events(libc::POLLIN, patience)? != 0)
    }

    /// Makes the other side hear the end, while it can still be heard.
    pub fn stop_sending(&self) {
        // SAFETY: takes no pointers; it fails where the other side was faster, which is as good.
        unsafe { libc::shutdown(self.0.as_raw_fd(), libc::SHUT_WR) };
    }

    /// Ends it both ways, whoever else holds the descriptor.
    pub fn shut_down(&self) {
        // SAFETY: as above.
        unsafe { libc::shutdown(self.0.as_raw_fd(), libc::SHUT_RDWR) };
    }

    /// Waits for the doorbell, and takes in all that was rung.
    pub(crate) fn wait_bell(&self, patience: Duration) -> Heard {
        let interest = libc::POLLIN | (ENDED & !(libc::POLLHUP | libc::POLLERR));
        match self.events(interest, patience) {
            Ok(0) => Heard::Nothing,
            Ok(events) => {
                let ended = events & ENDED != 0;
                if self.take_bells() || ended { Heard::End } else { Heard::Bell }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Heard::Interrupted,
            Err(_) => Heard::End,
        }
    }

    /// Takes in what was rung; true at the end of the stream.
    fn take_bells(&self) -> bool {
        let mut bells = [0u8; 64];
        // SAFETY: `bells` is writable for its length.
        let taken = unsafe {
            libc::recv(
                self.0.as_raw_fd(),
                bells.as_mut_ptr().cast(),
                bells.len(),
                libc::MSG_DONTWAIT,
            )
        };
        taken == 0
    }

    /// Which of `interest`, and of error and hang-up, there is; none when the time is over.
    pub(crate) fn events(
        &self,
        interest: libc::c_short,
        patience: Duration,
    ) -> io::Result<libc::c_short> {
        let mut fds = [libc::pollfd { fd: self.0.as_raw_fd(), events: interest, revents: 0 }];
        // Rounded up: waking early would only mean waiting again.
        let milliseconds = patience.as_nanos().div_ceil(1_000_000).min(i32::MAX as u128) as i32;
        // SAFETY: the pointer and the length are those of `fds`.
        match unsafe { libc::poll(fds.as_mut_ptr(), 1, milliseconds) } {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(fds[0].revents),
        }
    }

    /// Sends all of `bytes`, for the handshake.
    ///
    /// # Errors
    /// `TimedOut`, or the connection's own.
    pub fn send(&self, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.send_once(bytes) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) => self.retry(error, libc::POLLOUT, deadline)?,
            }
        }
        Ok(())
    }

    /// Waits after an error that passes; hands on one that does not.
    pub(crate) fn retry(
        &self,
        error: io::Error,
        interest: libc::c_short,
        deadline: Instant,
    ) -> io::Result<()> {
        match error.kind() {
            io::ErrorKind::Interrupted => Ok(()),
            io::ErrorKind::WouldBlock => {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                match self.events(interest, left) {
                    Err(error) if error.kind() != io::ErrorKind::Interrupted => Err(error),
                    _ => Ok(()),
                }
            }
            _ => Err(error),
        }
    }

    fn send_once(&self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: `bytes` is readable for its length.
        let sent =
            unsafe { libc::send(self.0.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), QUIETLY) };
        usize::try_from(sent).map_err(|_| io::Error::last_os_error())
    }
}

impl AsFd for Control {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
