//! A Unix socket that the calling thread waits on in place: no event loop, no promise, and bytes straight from
//! and to the memory of the caller.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use socket2::SockRef;

/// Bytes of `sun_path`, with the zero at its end.
const PATH_BYTES: usize = 108;

/// The longest timeout, a hundred days: adding it to a time never overflows.
const LONGEST: f64 = 8.64e9;

#[cfg(target_os = "linux")]
const NO_SIGNAL: libc::c_int = libc::MSG_NOSIGNAL;
// Elsewhere Node ignores SIGPIPE, as it does everywhere.
#[cfg(not(target_os = "linux"))]
const NO_SIGNAL: libc::c_int = 0;

/// A connected Unix socket.
#[napi]
pub struct BlockingSocket {
    /// Until it is closed.
    socket: Option<OwnedFd>,
    /// Where the frame of a turn is.
    request: Uint8Array,
    /// Where what comes in a turn goes.
    reply: Uint8Array,
}

/// Connects to the socket at `path`, with buffers of `bufferBytes` each way where that is given. `request` and
/// `reply` are for [`BlockingSocket::turn`]; nobody transfers them away.
#[napi(catch_unwind)]
pub fn connect_blocking_socket(
    path: String,
    request: Uint8Array,
    reply: Uint8Array,
    buffer_bytes: Option<u32>,
) -> napi::Result<BlockingSocket> {
    let socket = connect(OsStr::new(&path)).and_then(|socket| {
        if let Some(bytes) = buffer_bytes {
            let socket = SockRef::from(&socket);
            socket.set_send_buffer_size(bytes as usize)?;
            socket.set_recv_buffer_size(bytes as usize)?;
        }
        Ok(socket)
    });
    socket.map(|socket| BlockingSocket { socket: Some(socket), request, reply }).map_err(reason)
}

#[napi]
impl BlockingSocket {
    /// Sends three pieces one after another, without their first `from` bytes, and returns how many bytes of
    /// them have been sent in all: fewer than all when something came to be received first, so that two
    /// sides that both send never wait for each other. `timeout` in milliseconds.
    ///
    /// # Errors
    /// `EPIPE: ...` and so on, or `ETIMEDOUT`.
    #[napi(catch_unwind)]
    pub fn send(
        &self,
        first: &[u8],
        second: &[u8],
        third: &[u8],
        from: u32,
        timeout: Option<f64>,
    ) -> napi::Result<u32> {
        let deadline = deadline(timeout);
        let pieces = [first, second, third];
        let length: usize = pieces.iter().map(|piece| piece.len()).sum();
        let mut sent = from as usize;
        while sent < length {
            match send_once(self.fd()?, pieces, sent) {
                Ok(more) => sent += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let ready = self.wait(libc::POLLIN | libc::POLLOUT, deadline)?;
                    if ready & libc::POLLOUT == 0 {
                        break;
                    }
                }
                Err(error) => return Err(reason(error)),
            }
        }
        Ok(sent as u32)
    }

    /// Waits for bytes and receives what is there, at most as much as there is room. Returns how many
    /// bytes, 0 at the end of the stream. `timeout` in milliseconds.
    ///
    /// # Errors
    /// `ECONNRESET: ...` and so on, or `ETIMEDOUT`.
    #[napi(catch_unwind)]
    pub fn receive(&self, mut room: Uint8Array, timeout: Option<f64>) -> napi::Result<u32> {
        // SAFETY: JavaScript's thread is in this call, and nothing else of it reads or writes the
        // memory meanwhile.
        let room = unsafe { room.as_mut() };
        self.receive_to(room.as_mut_ptr(), room.len(), deadline(timeout))
    }

    /// Sends the first `bytes` bytes of the request that was given when it connected, then waits for bytes and
    /// receives what is there, at most as much as the reply that was given takes: how many bytes, 0 at the end
    /// of the stream. Where the buffer takes fewer than all, none are received; it returns -1 less those that
    /// were sent. All that a short exchange costs is this one call. `timeout` in milliseconds.
    ///
    /// # Errors
    /// As [`BlockingSocket::send`].
    #[napi(catch_unwind)]
    pub fn turn(&mut self, bytes: u32, timeout: Option<f64>) -> napi::Result<i32> {
        let fd = self.fd()?;
        let request = self.request.get(..bytes as usize).ok_or_else(too_long)?;
        let flags = libc::MSG_DONTWAIT | NO_SIGNAL;
        // SAFETY: `request` is readable for its length; as in `receive` nobody writes it meanwhile.
        let sent = unsafe { libc::send(fd, request.as_ptr().cast(), request.len(), flags) };
        let sent = match u32::try_from(sent) {
            Ok(sent) => sent,
            Err(_) => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => 0,
                error if error.kind() == io::ErrorKind::WouldBlock => 0,
                error => return Err(reason(error)),
            },
        };
        if sent < bytes {
            return Ok(-1 - sent as i32);
        }
        // SAFETY: as in `receive`.
        let reply = unsafe { self.reply.as_mut() };
        let (to, room) = (reply.as_mut_ptr(), reply.len());
        Ok(self.receive_to(to, room, deadline(timeout))? as i32)
    }

    /// Another descriptor of the socket, the caller's own.
    #[napi(catch_unwind)]
    pub fn descriptor(&self) -> napi::Result<i32> {
        let socket = self.socket.as_ref().ok_or_else(closed)?;
        Ok(socket.try_clone()?.into_raw_fd())
    }

    /// Bytes of the buffers to send and to receive, as the system tells them.
    #[napi(catch_unwind)]
    pub fn buffers(&self) -> napi::Result<Vec<u32>> {
        let socket = self.socket.as_ref().ok_or_else(closed)?;
        let socket = SockRef::from(socket);
        [socket.send_buffer_size(), socket.recv_buffer_size()]
            .into_iter()
            .map(|size| size.map(|bytes| bytes as u32).map_err(reason))
            .collect()
    }

    /// Closes it. May be called twice.
    #[napi(catch_unwind)]
    pub fn close(&mut self) {
        self.socket = None;
    }

    /// `to` is writable for `room` bytes.
    fn receive_to(&self, to: *mut u8, room: usize, deadline: Option<Instant>) -> napi::Result<u32> {
        loop {
            // Not in `recv`: there Linux also wakes who waits when the peer takes what was sent to it.
            self.wait(libc::POLLIN, deadline)?;
            // SAFETY: as this function's callers have it.
            let got = unsafe { libc::recv(self.fd()?, to.cast(), room, libc::MSG_DONTWAIT) };
            if let Ok(got) = u32::try_from(got) {
                return Ok(got);
            }
            match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => {}
                error if error.kind() == io::ErrorKind::WouldBlock => {}
                error => return Err(reason(error)),
            }
        }
    }

    fn fd(&self) -> napi::Result<libc::c_int> {
        self.socket.as_ref().map(AsRawFd::as_raw_fd).ok_or_else(closed)
    }

    /// The events that are ready, out of `events` and the ones always told.
    fn wait(&self, events: i16, deadline: Option<Instant>) -> napi::Result<i16> {
        let mut fds = [libc::pollfd { fd: self.fd()?, events, revents: 0 }];
        loop {
            // Rounded up: waking early would only mean waiting again.
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let milliseconds = left.map_or(-1, |left| {
                i32::try_from(left.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX)
            });
            // SAFETY: the pointer and the length are those of `fds`.
            match unsafe { libc::poll(fds.as_mut_ptr(), 1, milliseconds) } {
                1 => return Ok(fds[0].revents),
                0 if left.is_some_and(|left| left.is_zero()) => {
                    return Err(napi::Error::from_reason("ETIMEDOUT"));
                }
                -1 => match io::Error::last_os_error() {
                    error if error.kind() == io::ErrorKind::Interrupted => {}
                    error => return Err(reason(error)),
                },
                _ => {}
            }
        }
    }
}

fn connect(path: &OsStr) -> io::Result<OwnedFd> {
    let bytes = path.as_bytes();
    if bytes.len() >= PATH_BYTES || bytes.contains(&0) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // SAFETY: all zeros is a sockaddr_un.
    let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    for (to, &from) in address.sun_path.iter_mut().zip(bytes) {
        *to = from as libc::c_char;
    }
    // SAFETY: takes no pointers.
    let fd = unsafe { libc::socket(libc::AF_UNIX, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 0) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was just made and is nobody else's.
    let socket = unsafe { OwnedFd::from_raw_fd(fd) };
    // SAFETY: `address` is a sockaddr_un of that length.
    let connected = unsafe {
        libc::connect(
            socket.as_raw_fd(),
            (&raw const address).cast(),
            size_of::<libc::sockaddr_un>() as libc::socklen_t,
        )
    };
    if connected == 0 { Ok(socket) } else { Err(io::Error::last_os_error()) }
}

/// Sends as much of the pieces, from byte `from` of them, as the buffer takes.
fn send_once(fd: libc::c_int, pieces: [&[u8]; 3], from: usize) -> io::Result<usize> {
    let mut skipped = from;
    let mut vectors = pieces.map(|piece| {
        let skip = skipped.min(piece.len());
        skipped -= skip;
        libc::iovec {
            iov_base: piece[skip..].as_ptr().cast_mut().cast(),
            iov_len: piece.len() - skip,
        }
    });
    // SAFETY: all zeros is a msghdr.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = vectors.as_mut_ptr();
    message.msg_iovlen = vectors.len() as _;
    // SAFETY: the vectors are those of memory that is borrowed for this call.
    let sent = unsafe { libc::sendmsg(fd, &message, libc::MSG_DONTWAIT | NO_SIGNAL) };
    usize::try_from(sent).map_err(|_| io::Error::last_os_error())
}

fn deadline(timeout: Option<f64>) -> Option<Instant> {
    let milliseconds = timeout.filter(|timeout| *timeout >= 0.0)?;
    Some(Instant::now() + Duration::from_secs_f64(milliseconds.min(LONGEST) / 1000.0))
}

fn too_long() -> napi::Error {
    napi::Error::from_reason("more bytes than the request has")
}

fn closed() -> napi::Error {
    napi::Error::from_reason("the socket is closed")
}

fn reason(error: io::Error) -> napi::Error {
    napi::Error::from_reason(error.to_string())
}
