//! What the system holds between two ends, in words.

use std::io;
use std::os::fd::{AsFd, AsRawFd};

use socket2::SockRef;

/// A socket's buffers. Linux counts its own bookkeeping in them and tells twice what was asked for.
///
/// # Errors
/// What the system says.
pub fn of_socket(socket: &impl AsFd) -> io::Result<String> {
    let socket = SockRef::from(socket);
    let (send, receive) = (socket.send_buffer_size()?, socket.recv_buffer_size()?);
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
