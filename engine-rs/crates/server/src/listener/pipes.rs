//! Named pipes, in a folder of their own. A client writes a name to the folder's `control` pipe, opens `NAME.in` and
//! `NAME.out`, which the engine makes for it, and removes them when both sides have said hello: nobody
//! else can open them then, and nothing is left when either is killed.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use ipc_tax_wire::{LONGEST_QUOTE, excerpt};

use crate::failure::Failure;
use crate::listener::Listener;
use crate::peer::{Peer, Pipes, pipes};

/// A client's name for its pair, in hexadecimal digits, and the newline after it.
const NAME: usize = 16;

/// A folder of named pipes. It goes with the listener.
pub struct PipesFolder {
    folder: PathBuf,
    control: OwnedFd,
}

/// Refuses a path that would break the line that says what is listened on.
pub fn check_folder(path: &Path) -> Result<(), Failure> {
    let bytes = path.as_os_str().as_bytes();
    if bytes.is_empty() || bytes.contains(&0) || bytes.contains(&b'\n') {
        let path = format!("{path:?}");
        let path = excerpt(&path, LONGEST_QUOTE);
        return Err(Failure::Usage(format!(
            "--pipes: got {path}, expected a path of 1 byte or more without a zero byte or a newline"
        )));
    }
    Ok(())
}

/// Makes `folder`, with mode 0700, and listens in it. One that an engine left there is used again.
///
/// # Errors
/// In one line: an engine listens there, something else is there, or the system refuses.
pub fn listen(folder: &Path) -> Result<Listener, Failure> {
    let failed = |what: String| Failure::Failed(format!("pipes {}: {what}", folder.display()));
    let refused = |error: io::Error| failed(format!("cannot listen: {error}"));
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            clear(folder).map_err(failed)?;
        }
        Err(error) => return Err(refused(error)),
    }
    let path = folder.join("control");
    pipes::make(&path).map_err(refused)?;
    // Opened both ways, it never ends, however many clients come and go.
    let control = pipes::open(&path, libc::O_RDWR).map_err(refused)?;
    Ok(Listener::Pipes(PipesFolder { folder: folder.to_owned(), control }))
}

/// Takes away what an engine that was killed left in its folder.
fn clear(folder: &Path) -> Result<(), String> {
    let refused = |error: io::Error| format!("cannot listen: {error}");
    let found = fs::symlink_metadata(folder).map_err(refused)?;
    // SAFETY: takes nothing and always succeeds.
    let user = unsafe { libc::geteuid() };
    if !found.is_dir() || found.uid() != user || found.mode() & 0o077 != 0 {
        return Err(
            "something else is there than a folder of this user's alone; it is left alone".into()
        );
    }
    if pipes::open(&folder.join("control"), libc::O_WRONLY).is_ok() {
        return Err("another process listens there".into());
    }
    let left: Vec<_> = fs::read_dir(folder)
        .and_then(|entries| entries.collect::<io::Result<Vec<_>>>())
        .map_err(refused)?;
    for entry in &left {
        if !entry.file_type().map_err(refused)?.is_fifo() {
            return Err(format!("{:?} is there, which no engine made", entry.file_name()));
        }
    }
    left.iter().try_for_each(|entry| fs::remove_file(entry.path())).map_err(refused)
}

impl PipesFolder {
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The client that waits, if one does: `WouldBlock` if none.
    pub fn accept(&self) -> io::Result<Peer> {
        let mut record = [0; NAME + 1];
        // SAFETY: `record` is writable for its length.
        let got = unsafe {
            libc::read(self.control.as_raw_fd(), record.as_mut_ptr().cast(), record.len())
        };
        let got = usize::try_from(got).map_err(|_| io::Error::last_os_error())?;
        let name = record[..got].strip_suffix(b"\n").filter(|name| name.len() == NAME);
        let name = name
            .filter(|name| name.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
            .and_then(|name| std::str::from_utf8(name).ok())
            .ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    "a client's name is to be 16 hexadecimal digits and a newline",
                )
            })?;
        let file = |end: &str| self.folder.join(format!("{name}.{end}"));
        Ok(Peer::Pipes(Pipes::named(file("in"), file("out"))?))
    }
}

impl AsFd for PipesFolder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }
}

impl Drop for PipesFolder {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.folder.join("control"));
        // Pairs whose client is yet to come go with their connection; the folder stays then.
        let _ = fs::remove_dir(&self.folder);
    }
}
