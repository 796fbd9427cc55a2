//! A Unix socket and its file.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use ipc_tax_wire::excerpt;

use crate::failure::Failure;
use crate::listener::Listener;

/// Longest path of a socket in bytes: `sun_path` has 108 with the zero at its end.
const LONGEST_PATH: usize = 107;

/// A listening socket. Its file goes with it.
pub struct UnixSocket {
    listener: UnixListener,
    path: PathBuf,
    /// Device and inode of the file, so that another engine's file is not removed.
    file: (u64, u64),
}

/// Refuses a path that no socket can have, as the value of `option`.
///
/// # Errors
/// [`Failure::Usage`] naming the option, the path and what was expected.
pub fn check_path(option: &str, path: &Path) -> Result<(), Failure> {
    let bytes = path.as_os_str().as_bytes();
    let expected = if bytes.len() > LONGEST_PATH {
        format!("{} bytes, expected at most {LONGEST_PATH}", bytes.len())
    } else if bytes.is_empty() || bytes.contains(&0) || bytes.contains(&b'\n') {
        // A path over two lines would break the line that says what is listened on.
        "expected a path of 1 byte or more without a zero byte or a newline".to_owned()
    } else {
        return Ok(());
    };
    let path = format!("{path:?}");
    let path = excerpt(&path, LONGEST_PATH);
    Err(Failure::Usage(format!("{option}: got {path}, {expected}")))
}

/// Listens on `path`. A socket there that nobody listens on is replaced.
///
/// # Errors
/// In one line: an engine listens there, another kind of file is there, or the system refuses.
pub fn listen(path: &Path) -> Result<Listener, Failure> {
    socket("unix", path).map(Listener::Unix)
}

/// The same for whatever is called `name` and begins with a Unix socket.
pub fn socket(name: &str, path: &Path) -> Result<UnixSocket, Failure> {
    let failed = |what: String| Failure::Failed(format!("{name} {}: {what}", path.display()));
    let refused = |error: io::Error| failed(format!("cannot listen: {error}"));

    // Two engines that find the same stale socket must not both replace it.
    let _directory = lock_directory(path);
    clear(path).map_err(failed)?;
    let listener = bind_private(|| UnixListener::bind(path)).map_err(refused)?;
    let file = fs::symlink_metadata(path).map_err(refused)?;
    let socket = UnixSocket { listener, path: path.to_owned(), file: identity(&file) };
    socket.listener.set_nonblocking(true).map_err(refused)?;
    Ok(socket)
}

impl UnixSocket {
    pub fn listener(&self) -> &UnixListener {
        &self.listener
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for UnixSocket {
    fn drop(&mut self) {
        let _directory = lock_directory(&self.path);
        if fs::symlink_metadata(&self.path).is_ok_and(|file| identity(&file) == self.file) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

/// Makes the way free for a socket at `path`: one that nobody listens on is removed.
///
/// # Errors
/// What is there instead, for people: a live socket, another kind of file.
pub fn clear(path: &Path) -> Result<(), String> {
    let refused = |error: io::Error| format!("cannot listen: {error}");
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(refused(error)),
        Ok(file) if !file.file_type().is_socket() => {
            Err("a file that is not a socket is there; it is left alone".to_owned())
        }
        Ok(_) if is_live(path).map_err(refused)? => Err("another process listens there".to_owned()),
        Ok(_) => fs::remove_file(path).map_err(refused),
    }
}

/// Calls `bind` such that the files it makes have mode 0600 from the start, whatever the umask. The
/// umask is the whole process's: listeners are made before any thread.
pub fn bind_private<T>(bind: impl FnOnce() -> T) -> T {
    // SAFETY: takes no pointers and always succeeds.
    let umask = unsafe { libc::umask(0o177) };
    let listener = bind();
    // SAFETY: as above.
    unsafe { libc::umask(umask) };
    listener
}

/// Whether anybody listens on the socket at `path`. Does not wait: one whose backlog is full is
/// live.
fn is_live(path: &Path) -> io::Result<bool> {
    let (address, length) = address_of(path);
    // SAFETY: takes no pointers.
    let socket = unsafe { libc::socket(libc::AF_UNIX, libc::SOCK_STREAM, 0) };
    if socket < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was just made and is nobody else's.
    let socket: std::os::fd::OwnedFd = unsafe { std::os::fd::FromRawFd::from_raw_fd(socket) };
    // SAFETY: `address` is a sockaddr_un of which `length` bytes are meant.
    let connected = unsafe {
        libc::fcntl(socket.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK);
        libc::connect(socket.as_raw_fd(), (&raw const address).cast(), length)
    };
    if connected == 0 {
        return Ok(true);
    }
    match io::Error::last_os_error() {
        error if error.kind() == io::ErrorKind::ConnectionRefused => Ok(false),
        error if error.kind() == io::ErrorKind::NotFound => Ok(false),
        error if error.kind() == io::ErrorKind::WouldBlock => Ok(true),
        error => Err(error),
    }
}

/// The address of a path that [`check_path`] accepted.
fn address_of(path: &Path) -> (libc::sockaddr_un, libc::socklen_t) {
    // SAFETY: all zeros is a sockaddr_un.
    let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    for (to, &from) in address.sun_path.iter_mut().zip(path.as_os_str().as_bytes()) {
        *to = from as libc::c_char;
    }
    (address, size_of::<libc::sockaddr_un>() as libc::socklen_t)
}

/// Holds the lock of the directory of `path` until it is dropped. Engines hold it for moments; if
/// it can't be had within a second, another program uses it for something else and it is done without.
fn lock_directory(path: &Path) -> Option<File> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = File::open(parent.unwrap_or(Path::new("."))).ok()?;
    for _ in 0..100 {
        // SAFETY: takes no pointers.
        if unsafe { libc::flock(directory.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } == 0 {
            return Some(directory);
        }
        thread::sleep(Duration::from_millis(10));
    }
    None
}
