//! What ends the engine: SIGTERM, SIGINT, or, when asked, the end of stdin.

use std::io::{self, Read};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::ready::{interest, poll};

/// Notices that the engine is to stop.
pub struct Shutdown {
    signals: UnixStream,
    with_stdin: bool,
}

impl Shutdown {
    /// From now on SIGTERM and SIGINT are noticed instead of ending the process.
    ///
    /// # Errors
    /// The system refuses, for want of descriptors.
    pub fn new(with_stdin: bool) -> io::Result<Self> {
        let (signals, write) = UnixStream::pair()?;
        signal_hook::low_level::pipe::register(SIGTERM, write.try_clone()?)?;
        signal_hook::low_level::pipe::register(SIGINT, write)?;
        Ok(Shutdown { signals, with_stdin })
    }

    /// Waits until the engine is to stop: for carriers that have no descriptors of their own to wait
    /// for beside it.
    ///
    /// # Errors
    /// Only if waiting itself fails.
    pub fn wait(&self) -> io::Result<()> {
        let mut fds = self.fds().map(|fd| interest(fd, libc::POLLIN));
        loop {
            if poll(&mut fds, None)? && self.is_due(fds.map(|fd| fd.revents != 0)) {
                return Ok(());
            }
        }
    }

    /// Descriptors that are ready to read when the engine may have to stop. A negative one is
    /// never ready.
    pub fn fds(&self) -> [RawFd; 2] {
        [self.signals.as_raw_fd(), if self.with_stdin { libc::STDIN_FILENO } else { -1 }]
    }

    /// Whether to stop, given which of [`Shutdown::fds`] are ready. What comes on stdin is
    /// discarded.
    pub fn is_due(&self, [signalled, stdin_ready]: [bool; 2]) -> bool {
        signalled || (stdin_ready && stdin_ended())
    }
}

fn stdin_ended() -> bool {
    match io::stdin().lock().read(&mut [0; 4096]) {
        Ok(0) => true,
        Ok(_) => false,
        Err(error) => {
            !matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
        }
    }
}
