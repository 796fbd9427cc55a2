//! What the system holds between two ends, in words.

use std::io;
use std::os::fd::{AsFd, AsRawFd};

/// A socket's buffers. Linux counts its own bookkeeping in them and tells twice what was asked for.
///
/// # Errors
/// What the system says.
pub fn of_socket(socket: &impl AsFd) -> io::Result<String> {
    let size = |which: libc::c_int| -> io::Result<libc::c_int> {
        let mut value: libc::c_int = 0;
        let mut length = size_of::<libc::c_int>() as libc::socklen_t;
        let fd = socket.as_fd().as_raw_fd();
        // SAFETY: `value` has room for `length` bytes, and the descriptor is open.
        let got = unsafe {
            libc::getsockopt(fd, libc::SOL_SOCKET, which, (&raw mut value).cast(), &raw mut length)
        };
        if got == 0 { Ok(value) } else { Err(io::Error::last_os_error()) }
    };
    let (send, receive) = (size(libc::SO_SNDBUF)?, size(libc::SO_RCVBUF)?);
    Ok(format!("SO_SNDBUF {send}, SO_RCVBUF {receive}, the system's"))
}

/// A pipe's size, where the system tells it.
pub fn of_pipe(_pipe: &impl AsFd) -> String {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: takes numbers only; the descriptor is open.
        let size = unsafe { libc::fcntl(_pipe.as_fd().as_raw_fd(), libc::F_GETPIPE_SZ) };
        if size > 0 {
            return format!("a pipe of {size} bytes each way, the system's");
        }
    }
    "a pipe each way, as large as the system makes it".to_owned()
}
