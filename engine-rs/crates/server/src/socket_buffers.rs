//! The sizes of a socket's buffers.

use std::io;
use std::os::fd::BorrowedFd;

use socket2::SockRef;

/// Asks for buffers of `bytes` each way. The system may give less, and on Linux counts its own
/// bookkeeping, so that it tells twice as much.
pub fn set(socket: BorrowedFd<'_>, bytes: u32) -> io::Result<()> {
    let socket = SockRef::from(&socket);
    socket.set_send_buffer_size(bytes as usize)?;
    socket.set_recv_buffer_size(bytes as usize)
}

/// Bytes of the buffers to send and to receive, as the system tells them.
pub fn of(socket: BorrowedFd<'_>) -> io::Result<[usize; 2]> {
    let socket = SockRef::from(&socket);
    Ok([socket.send_buffer_size()?, socket.recv_buffer_size()?])
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
