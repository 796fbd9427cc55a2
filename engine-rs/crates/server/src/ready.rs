//! Waiting until a descriptor is ready.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::time::{Duration, Instant};

/// A descriptor to wait for, as `poll` takes it.
pub fn interest(fd: RawFd, events: i16) -> libc::pollfd {
    libc::pollfd { fd, events, revents: 0 }
}

/// Waits for any of `fds`, at most `timeout`; `None` waits without end. Returns whether one is
/// ready. An interruption counts as none ready.
pub fn poll(fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<bool> {
    // Rounded up: waking early would only mean waiting again.
    let milliseconds = timeout.map_or(-1, |timeout| {
        i32::try_from(timeout.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX)
    });
    // SAFETY: the pointer and the length are those of `fds`.
    match unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, milliseconds) } {
        -1 => match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            error => Err(error),
        },
        ready => Ok(ready > 0),
    }
}

/// Waits until `fd` has one of `events`, or has failed or hung up.
///
/// # Errors
/// `TimedOut` once `deadline` has passed.
pub fn wait(fd: BorrowedFd<'_>, events: i16, deadline: Instant) -> io::Result<()> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if poll(&mut [interest(fd.as_raw_fd(), events)], Some(left))? {
            return Ok(());
        }
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
    }
}

/// The events of `fd` now, without waiting, out of `events` and the ones always told: error, hang-up.
pub fn now(fd: BorrowedFd<'_>, events: i16) -> i16 {
    let mut fds = [interest(fd.as_raw_fd(), events)];
    match poll(&mut fds, Some(Duration::ZERO)) {
        Ok(true) => fds[0].revents,
        _ => 0,
    }
}
