//! The sizes of a socket's buffers.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

/// Asks for buffers of `bytes` each way. The system may give less, and on Linux counts its own
/// bookkeeping, so that it tells twice as much.
pub fn set(socket: BorrowedFd<'_>, bytes: u32) -> io::Result<()> {
    let bytes = bytes as libc::c_int;
    for option in [libc::SO_SNDBUF, libc::SO_RCVBUF] {
        // SAFETY: `bytes` is readable for the length given.
        let set = unsafe {
            libc::setsockopt(
                socket.as_raw_fd(),
                libc::SOL_SOCKET,
                option,
                (&raw const bytes).cast(),
                size_of::<libc::c_int>() as libc::socklen_t,
            )
        };
        if set != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Bytes of the buffers to send and to receive, as the system tells them.
pub fn of(socket: BorrowedFd<'_>) -> io::Result<[u32; 2]> {
    let mut sizes = [0; 2];
    for (size, option) in sizes.iter_mut().zip([libc::SO_SNDBUF, libc::SO_RCVBUF]) {
        let mut bytes: libc::c_int = 0;
        let mut length = size_of::<libc::c_int>() as libc::socklen_t;
        // SAFETY: `bytes` is writable for `length`, and `length` itself is.
        let got = unsafe {
            libc::getsockopt(
                socket.as_raw_fd(),
                libc::SOL_SOCKET,
                option,
                (&raw mut bytes).cast(),
                &mut length,
            )
        };
        if got != 0 {
            return Err(io::Error::last_os_error());
        }
        *size = u32::try_from(bytes).unwrap_or(0);
    }
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;

    #[test]
    fn what_is_set_is_told() {
        let (socket, _other) = UnixStream::pair().unwrap();
        super::set(socket.as_fd(), 64 << 10).unwrap();
        let [send, receive] = super::of(socket.as_fd()).unwrap();
        assert!(send >= 64 << 10 && receive >= 64 << 10, "{send} {receive}");
    }
}
