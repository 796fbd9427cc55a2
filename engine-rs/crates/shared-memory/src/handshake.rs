//! How two processes come to share memory.
//!
//! Over a connected Unix socket, little-endian u32. The client says hello: 0 magic, 4 version, 8 bytes of
//! a ring, 12 wait mode. The listener answers with the same sixteen bytes and the descriptor of the file
//! (SCM_RIGHTS), or with an error frame of the wire protocol: 0 length with its top bit set, 4 u16 code,
//! 6 message. From then on bytes on the socket are rings of the doorbell.

use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::layout::{MAGIC, MAGIC_AT, RING_BYTES, RING_BYTES_AT, VERSION, VERSION_AT};
use crate::layout::{is_ring_size, mapping_bytes};
use crate::{Control, Ends, Error, MemoryFile, WaitMode};

/// Bytes of a hello and of its answer.
const HELLO_BYTES: usize = 16;

/// Marks an error frame in the first word of an answer.
const ERROR_BIT: u32 = 1 << 31;

/// Longest body of an error frame.
const LONGEST_ERROR: usize = 4096;

/// What a client asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hello {
    /// Bytes of each ring: a power of two from 4,096 to 2^26.
    pub ring_bytes: u32,
    /// How the listener waits for this client.
    pub mode: WaitMode,
}

impl Hello {
    fn to_bytes(self) -> [u8; HELLO_BYTES] {
        let mut bytes = [0; HELLO_BYTES];
        let words = [MAGIC, VERSION, self.ring_bytes, self.mode as u32];
        for (to, word) in bytes.chunks_exact_mut(4).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: [u8; HELLO_BYTES]) -> Result<Self, Error> {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|k| bytes[at + k]));
        let refuse = |what: &str, got: u32, expected: String| {
            Err(Error::Protocol(format!("shared memory, {what}: got {got}, expected {expected}")))
        };
        let (magic, version, ring_bytes) = (word(0), word(4), word(8));
        if magic != MAGIC {
            return refuse("magic", magic, format!("{MAGIC}"));
        }
        if version != VERSION {
            return refuse("version", version, format!("{VERSION}"));
        }
        if !is_ring_size(ring_bytes) {
            let (low, high) = (RING_BYTES.start(), RING_BYTES.end());
            return refuse(
                "ring bytes",
                ring_bytes,
                format!("a power of two from {low} to {high}"),
            );
        }
        match WaitMode::from_u32(word(12)) {
            Some(mode) => Ok(Hello { ring_bytes, mode }),
            None => refuse("wait mode", word(12), "0 to 3".to_owned()),
        }
    }
}

/// Receives a client's hello.
///
/// # Errors
/// [`Error::Protocol`] naming what can't be; [`Error::TimedOut`]; the socket's own.
pub fn receive_hello(control: &Control, deadline: Instant) -> Result<Hello, Error> {
    let mut bytes = [0; HELLO_BYTES];
    receive_all(control, &mut bytes, &mut None, deadline)?;
    Hello::from_bytes(bytes)
}

/// Makes the memory a client asked for and hands it over.
///
/// # Errors
/// [`Error::TooLittle`], and whatever else keeps it from being made: the client waits for an error frame
/// then. [`Error::TimedOut`] and the socket's own.
pub fn offer(control: &Arc<Control>, hello: Hello, deadline: Instant) -> Result<Ends, Error> {
    let (memory, mapping) = make(hello)?;
    send_with(control, &hello.to_bytes(), &memory, deadline)?;
    Ok(Ends::new(Arc::clone(control), memory, mapping, hello, true))
}

fn make(hello: Hello) -> Result<(MemoryFile, crate::Mapping), Error> {
    let bytes = mapping_bytes(hello.ring_bytes);
    let memory = MemoryFile::create()?;
    memory.reserve(0, bytes as u64)?;
    let mapping = memory.map(0, bytes)?;
    for (at, value) in [(MAGIC_AT, MAGIC), (VERSION_AT, VERSION), (RING_BYTES_AT, hello.ring_bytes)]
    {
        mapping.word(at).store(value, Ordering::SeqCst);
    }
    Ok((memory, mapping))
}

/// Connects to a listener's socket and maps the memory it offers.
///
/// # Errors
/// [`Error::Refused`] with the listener's reason; [`Error::Protocol`]; [`Error::TimedOut`]; the system's.
pub fn connect(path: &Path, hello: Hello, timeout: Duration) -> Result<Ends, Error> {
    let deadline = Instant::now() + timeout;
    let control = Control::new(connect_socket(path, deadline)?);
    control.send(&hello.to_bytes(), deadline)?;
    take_offer(control, hello, deadline)
}

/// Two ends in one process, for tests and floors: the first as the client has it, the second as the
/// listener.
///
/// # Errors
/// As [`offer`].
pub fn pair(hello: Hello) -> Result<(Ends, Ends), Error> {
    let deadline = Instant::now() + Duration::from_secs(10);
    let (client, listener) = UnixStream::pair()?;
    let (client, listener) = (Control::new(client.into()), Control::new(listener.into()));
    client.send(&hello.to_bytes(), deadline)?;
    let told = receive_hello(&listener, deadline)?;
    let listener = offer(&Arc::new(listener), told, deadline)?;
    Ok((take_offer(client, hello, deadline)?, listener))
}

fn take_offer(control: Control, hello: Hello, deadline: Instant) -> Result<Ends, Error> {
    let mut passed = None;
    let mut first = [0; 4];
    receive_all(&control, &mut first, &mut passed, deadline)?;
    let word = u32::from_le_bytes(first);
    if word & ERROR_BIT != 0 {
        return Err(refusal(&control, (word & !ERROR_BIT) as usize, deadline)?);
    }
    let mut bytes = [0; HELLO_BYTES];
    bytes[..4].copy_from_slice(&first);
    receive_all(&control, &mut bytes[4..], &mut passed, deadline)?;
    let told = Hello::from_bytes(bytes)?;
    if told != hello {
        return Err(Error::Protocol(format!(
            "shared memory, answer: got {told:?}, expected what was asked, {hello:?}"
        )));
    }
    let Some(file) = passed else {
        return Err(Error::Protocol(
            "shared memory, answer: got no descriptor, expected the file's".to_owned(),
        ));
    };
    let memory = MemoryFile::from_fd(file);
    let mapping = memory.map(0, mapping_bytes(hello.ring_bytes))?;
    Ok(Ends::new(Arc::new(control), memory, mapping, hello, false))
}

/// The reason in an error frame.
fn refusal(control: &Control, bytes: usize, deadline: Instant) -> Result<Error, Error> {
    if !(2..=LONGEST_ERROR).contains(&bytes) {
        return Err(Error::Protocol(format!(
            "shared memory, error frame: got {bytes} bytes, expected 2 to {LONGEST_ERROR}"
        )));
    }
    let mut body = vec![0; bytes];
    receive_all(control, &mut body, &mut None, deadline)?;
    let message = String::from_utf8_lossy(&body[2..]).into_owned();
    Ok(Error::Refused { code: u16::from_le_bytes([body[0], body[1]]), message })
}

/// Connects, waiting up to the deadline while the listener has no place for one more.
fn connect_socket(path: &Path, deadline: Instant) -> Result<OwnedFd, Error> {
    // SAFETY: takes no pointers.
    let socket = unsafe { libc::socket(libc::AF_UNIX, libc::SOCK_STREAM, 0) };
    if socket < 0 {
        return Err(io::Error::last_os_error().into());
    }
    // SAFETY: the descriptor was just made and is nobody else's.
    let socket = unsafe { OwnedFd::from_raw_fd(socket) };
    // SAFETY: all zeros is a sockaddr_un.
    let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() >= address.sun_path.len() || bytes.contains(&0) {
        let told = format!("a path of {} bytes is no socket's", bytes.len());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, told).into());
    }
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    for (to, &from) in address.sun_path.iter_mut().zip(bytes) {
        *to = from as libc::c_char;
    }
    let length = size_of::<libc::sockaddr_un>() as libc::socklen_t;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Error::TimedOut);
        }
        let patience = libc::timeval {
            tv_sec: left.as_secs().min(i32::MAX as u64) as libc::time_t,
            tv_usec: left.subsec_micros().max(1) as libc::suseconds_t,
        };
        // SAFETY: `patience` and `address` outlive the calls that read them, of these sizes.
        let connected = unsafe {
            libc::fcntl(socket.as_raw_fd(), libc::F_SETFD, libc::FD_CLOEXEC);
            libc::setsockopt(
                socket.as_raw_fd(),
                libc::SOL_SOCKET,
                libc::SO_SNDTIMEO,
                (&raw const patience).cast(),
                size_of::<libc::timeval>() as libc::socklen_t,
            );
            libc::connect(socket.as_raw_fd(), (&raw const address).cast(), length)
        };
        if connected == 0 {
            return Ok(socket);
        }
        let error = io::Error::last_os_error();
        match error.kind() {
            io::ErrorKind::Interrupted => {}
            io::ErrorKind::WouldBlock => return Err(Error::TimedOut),
            _ => return Err(error.into()),
        }
    }
}

/// Room for one descriptor that comes along, aligned as its header must be.
#[repr(C, align(8))]
struct Passed([u8; 64]);

/// Sends `bytes` with the descriptor of `memory`.
fn send_with(
    control: &Control,
    bytes: &[u8],
    memory: &MemoryFile,
    deadline: Instant,
) -> Result<(), Error> {
    let mut room = Passed([0; 64]);
    let mut piece =
        libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // SAFETY: all zeros is a msghdr.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut piece;
    message.msg_iovlen = 1;
    message.msg_control = room.0.as_mut_ptr().cast();
    // SAFETY: computes lengths alone.
    message.msg_controllen = unsafe { libc::CMSG_SPACE(size_of::<libc::c_int>() as u32) } as _;
    // SAFETY: `message` has the room for one header and one descriptor that is written here.
    unsafe {
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(size_of::<libc::c_int>() as u32) as _;
        let fd: libc::c_int = memory.as_fd().as_raw_fd();
        libc::CMSG_DATA(header).cast::<libc::c_int>().write_unaligned(fd);
    }
    loop {
        // SAFETY: `message` and all it points to outlive the call.
        let sent = unsafe {
            libc::sendmsg(control.as_fd().as_raw_fd(), &raw const message, libc::MSG_DONTWAIT)
        };
        match usize::try_from(sent) {
            // The descriptor went with the first byte.
            Ok(sent) => return Ok(control.send(&bytes[sent..], deadline)?),
            Err(_) => control.retry(io::Error::last_os_error(), libc::POLLOUT, deadline)?,
        }
    }
}

/// Receives all of `bytes`, and the descriptor that comes along, if one does.
fn receive_all(
    control: &Control,
    bytes: &mut [u8],
    passed: &mut Option<OwnedFd>,
    deadline: Instant,
) -> Result<(), Error> {
    let mut have = 0;
    while have < bytes.len() {
        match receive_once(control, &mut bytes[have..], passed) {
            Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            Ok(received) => have += received,
            Err(error) => control.retry(error, libc::POLLIN, deadline)?,
        }
    }
    Ok(())
}

fn receive_once(
    control: &Control,
    bytes: &mut [u8],
    passed: &mut Option<OwnedFd>,
) -> io::Result<usize> {
    let mut room = Passed([0; 64]);
    let mut piece = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    // SAFETY: all zeros is a msghdr.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut piece;
    message.msg_iovlen = 1;
    message.msg_control = room.0.as_mut_ptr().cast();
    message.msg_controllen = room.0.len() as _;
    #[cfg(target_os = "linux")]
    let flags = libc::MSG_DONTWAIT | libc::MSG_CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = libc::MSG_DONTWAIT;
    // SAFETY: `message` and all it points to outlive the call.
    let received = unsafe { libc::recvmsg(control.as_fd().as_raw_fd(), &raw mut message, flags) };
    let received = usize::try_from(received).map_err(|_| io::Error::last_os_error())?;
    // SAFETY: the call filled `message`; the walk stays inside its room.
    unsafe {
        let mut header = libc::CMSG_FIRSTHDR(&raw const message);
        while !header.is_null() {
            let is_descriptors =
                (*header).cmsg_level == libc::SOL_SOCKET && (*header).cmsg_type == libc::SCM_RIGHTS;
            if is_descriptors {
                #[allow(clippy::unnecessary_cast)] // of another type on some systems
                let bytes = (*header).cmsg_len as usize - libc::CMSG_LEN(0) as usize;
                let descriptors = libc::CMSG_DATA(header).cast::<libc::c_int>();
                for k in 0..bytes / size_of::<libc::c_int>() {
                    // All are taken, so that none is left open; the last counts.
                    let fd = descriptors.add(k).read_unaligned();
                    *passed = Some(OwnedFd::from_raw_fd(fd));
                }
            }
            header = libc::CMSG_NXTHDR(&raw const message, header);
        }
    }
    Ok(received)
}
