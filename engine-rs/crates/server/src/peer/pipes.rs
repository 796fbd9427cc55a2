//! A peer at the other end of two pipes: the process's stdin and stdout, or a pair of named ones.

use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::LINGER;
use crate::ready;

/// The byte with which each side of a pair of named pipes says that it has opened both.
pub const HELLO: u8 = b'h';

/// How often one that waits for the hello looks whether the engine drains.
const LOOK: Duration = Duration::from_millis(100);

/// Two pipes, one for each direction. Either may be a socket, of which one direction is used.
pub struct Pipes {
    input: OwnedFd,
    /// `None` before the client has said hello, and after closing.
    output: Mutex<Option<OwnedFd>>,
    /// The files of named pipes: what comes in, what goes out.
    files: Option<[PathBuf; 2]>,
}

impl Pipes {
    /// The process's own stdin and stdout.
    pub fn of_this_process() -> io::Result<Self> {
        let input = io::stdin().as_fd().try_clone_to_owned()?;
        let output = io::stdout().as_fd().try_clone_to_owned()?;
        // A blocking write could not be given up on.
        set_nonblocking(&output, true)?;
        Ok(Pipes { input, output: Mutex::new(Some(output)), files: None })
    }

    /// A pair that is made here, with mode 0600; its client opens both and says hello.
    pub fn named(incoming: PathBuf, outgoing: PathBuf) -> io::Result<Self> {
        make(&outgoing)?;
        let opened = make(&incoming).and_then(|()| open(&incoming, libc::O_RDONLY));
        match opened {
            Ok(input) => {
                Ok(Pipes { input, output: Mutex::new(None), files: Some([incoming, outgoing]) })
            }
            Err(error) => {
                remove(&[incoming, outgoing]);
                Err(error)
            }
        }
    }

    /// Waits for the client of named pipes to say hello, and answers it. Returns whether it did.
    pub fn open(&self, patience: Duration, draining: &dyn Fn() -> bool) -> bool {
        let Some([_, outgoing]) = &self.files else { return true };
        let deadline = Instant::now() + patience;
        let mut hello = Vec::with_capacity(1);
        while hello.is_empty() {
            if draining() || Instant::now() >= deadline {
                return false;
            }
            match self.sends_within(LOOK) {
                Ok(true) if matches!(self.receive_once(&mut hello), Ok(1)) => {}
                Ok(false) => {}
                _ => return false,
            }
        }
        let opened = open(outgoing, libc::O_WRONLY).and_then(|output| {
            *self.output() = Some(output);
            set_nonblocking(&self.input, false)
        });
        opened.is_ok() && hello == [HELLO] && self.send(&[HELLO], patience).is_ok()
    }

    /// As the peer's.
    pub fn receive(&self, buffer: &mut Vec<u8>, deadline: Option<Instant>) -> io::Result<usize> {
        loop {
            if let Some(deadline) = deadline {
                ready::wait(self.input.as_fd(), libc::POLLIN, deadline)?;
            }
            match self.receive_once(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted && deadline.is_some() => {}
                // Whoever started the engine made its stdin non-blocking.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let interest = ready::interest(self.input.as_raw_fd(), libc::POLLIN);
                    if !ready::poll(&mut [interest], None)? {
                        return Err(io::ErrorKind::Interrupted.into());
                    }
                }
                received => return received,
            }
        }
    }

    /// As the peer's.
    pub fn sends_within(&self, patience: Duration) -> io::Result<bool> {
        match ready::wait(self.input.as_fd(), libc::POLLIN, Instant::now() + patience) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn receive_once(&self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        let spare = buffer.spare_capacity_mut();
        // SAFETY: `spare` is writable for its length.
        let got =
            unsafe { libc::read(self.input.as_raw_fd(), spare.as_mut_ptr().cast(), spare.len()) };
        let got = usize::try_from(got).map_err(|_| io::Error::last_os_error())?;
        // SAFETY: the kernel wrote that many bytes of the spare capacity.
        unsafe { buffer.set_len(buffer.len() + got) };
        Ok(got)
    }

    /// As the peer's.
    pub fn send(&self, mut bytes: &[u8], timeout: Duration) -> io::Result<()> {
        let output = self.output();
        let Some(output) = &*output else { return Err(io::ErrorKind::NotConnected.into()) };
        let mut deadline = None;
        while !bytes.is_empty() {
            // SAFETY: `bytes` is readable for its length.
            let sent =
                unsafe { libc::write(output.as_raw_fd(), bytes.as_ptr().cast(), bytes.len()) };
            if let Ok(sent) = usize::try_from(sent) {
                bytes = &bytes[sent..];
                continue;
            }
            match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => {}
                error if error.kind() == io::ErrorKind::WouldBlock => {
                    let deadline = *deadline.get_or_insert_with(|| Instant::now() + timeout);
                    ready::wait(output.as_fd(), libc::POLLOUT, deadline)?;
                }
                error => return Err(error),
            }
        }
        Ok(())
    }

    /// As the peer's.
    pub fn is_gone(&self) -> bool {
        match &*self.output() {
            Some(output) => ready::now(output.as_fd(), 0) & (libc::POLLERR | libc::POLLHUP) != 0,
            None => false,
        }
    }

    /// As the peer's.
    pub fn close_gently(&self) {
        *self.output() = None;
        let deadline = Instant::now() + LINGER;
        let mut discarded = Vec::with_capacity(64 << 10);
        while Instant::now() < deadline
            && matches!(self.receive(&mut discarded, Some(deadline)), Ok(1..))
        {
            discarded.clear();
        }
    }

    fn output(&self) -> MutexGuard<'_, Option<OwnedFd>> {
        self.output.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        // Its client has removed them, unless it never came.
        if let Some(files) = &self.files {
            remove(files);
        }
    }
}

fn remove(files: &[PathBuf; 2]) {
    for file in files {
        let _ = fs::remove_file(file);
    }
    // Their folder is left by an engine that has ended its listening.
    if let Some(folder) = files[0].parent() {
        let _ = fs::remove_dir(folder);
    }
}

/// Makes a named pipe with mode 0600, or less where the umask takes more away.
pub fn make(path: &Path) -> io::Result<()> {
    let name = name_of(path)?;
    // SAFETY: `name` ends in a zero byte.
    match unsafe { libc::mkfifo(name.as_ptr(), 0o600) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Opens a named pipe without waiting for its other side. With `O_WRONLY` there must be one.
pub fn open(path: &Path, access: libc::c_int) -> io::Result<OwnedFd> {
    let name = name_of(path)?;
    let flags = access | libc::O_NONBLOCK | libc::O_CLOEXEC | libc::O_NOFOLLOW;
    // SAFETY: `name` ends in a zero byte.
    let fd = unsafe { libc::open(name.as_ptr(), flags) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was just made and is nobody else's.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn name_of(path: &Path) -> io::Result<std::ffi::CString> {
    std::ffi::CString::new(path.as_os_str().as_bytes())
        .map_err(|_| io::ErrorKind::InvalidInput.into())
}

fn set_nonblocking(fd: &OwnedFd, nonblocking: bool) -> io::Result<()> {
    // SAFETY: takes no pointers.
    let flags = unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_GETFL) };
    let changed = if nonblocking { flags | libc::O_NONBLOCK } else { flags & !libc::O_NONBLOCK };
    // SAFETY: takes no pointers.
    if flags < 0 || unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, changed) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
