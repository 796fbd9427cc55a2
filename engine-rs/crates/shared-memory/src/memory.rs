//! A file in memory that has no name.

use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use crate::{Error, Mapping};

/// Where the file lies.
#[cfg(target_os = "linux")]
pub(crate) const PLACE: &str = "/dev/shm";
#[cfg(not(target_os = "linux"))]
pub(crate) const PLACE: &str = "/tmp";

/// A file of mode 0600 that is gone when nobody has it open or mapped any more.
pub struct MemoryFile(File);

impl MemoryFile {
    /// An empty file.
    ///
    /// # Errors
    /// The system has no place for it.
    pub fn create() -> Result<Self, Error> {
        nameless().map(MemoryFile).map_err(|error| {
            Error::Io(io::Error::new(error.kind(), format!("no file in {PLACE}: {error}")))
        })
    }

    /// A file that another process made.
    pub fn from_fd(fd: OwnedFd) -> Self {
        MemoryFile(fd.into())
    }

    /// The same file once more.
    ///
    /// # Errors
    /// The system's.
    pub fn try_clone(&self) -> io::Result<Self> {
        self.0.try_clone().map(MemoryFile)
    }

    /// Bytes it has.
    ///
    /// # Errors
    /// The system's.
    pub fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    /// Whether it has none.
    ///
    /// # Errors
    /// The system's.
    pub fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Makes sure that every page of `bytes` from `offset` on is there, so that touching it can't
    /// fail. The file grows to hold them; those that are there keep what is in them.
    ///
    /// # Errors
    /// [`Error::TooLittle`]; nothing is kept then.
    pub fn reserve(&self, offset: u64, bytes: u64) -> Result<(), Error> {
        let too_little = |free| Error::TooLittle { needed: bytes, free };
        let end = offset.checked_add(bytes).filter(|&end| end <= i64::MAX as u64);
        let end = end.ok_or_else(|| too_little(0))?;
        let missing = end.saturating_sub(self.len()?);
        // Looked at first: a file system that is full in the end would be full for all until then.
        let free = self.free()?;
        if missing > free {
            return Err(too_little(free));
        }
        allocate(&self.0, offset, bytes).map_err(|error| match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::OutOfMemory => {
                too_little(self.free().unwrap_or(0))
            }
            _ => Error::Io(error),
        })
    }

    /// Maps `bytes` from `offset`, which is a multiple of the page size.
    ///
    /// # Errors
    /// The system's; also when the file does not have them.
    pub fn map(&self, offset: u64, bytes: usize) -> Result<Mapping, Error> {
        let end = offset.checked_add(bytes as u64);
        let len = self.len()?;
        if end.is_none_or(|end| end > len) {
            return Err(Error::Protocol(format!(
                "shared memory: got {bytes} bytes from {offset}, expected them in a file of {len}"
            )));
        }
        Ok(Mapping::shared(self.0.as_fd(), offset, bytes)?)
    }

    /// Bytes that are free where it lies.
    fn free(&self) -> io::Result<u64> {
        let mut found = MaybeUninit::<libc::statvfs>::zeroed();
        // SAFETY: `found` has room for what is written.
        if unsafe { libc::fstatvfs(self.0.as_raw_fd(), found.as_mut_ptr()) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: all zeros is a statvfs, and the call filled it.
        let found = unsafe { found.assume_init() };
        // Of other types on some systems.
        #[allow(clippy::unnecessary_cast)]
        let (free, total, unit) =
            (found.f_bavail as u64, found.f_blocks as u64, found.f_frsize as u64);
        // A tmpfs without a limit tells none at all.
        Ok(if total == 0 { u64::MAX } else { free.saturating_mul(unit) })
    }
}

impl AsFd for MemoryFile {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

#[cfg(target_os = "linux")]
fn nameless() -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // O_EXCL: nobody can give it a name later.
    File::options()
        .read(true)
        .write(true)
        .mode(0o600)
        .custom_flags(libc::O_TMPFILE | libc::O_EXCL | libc::O_CLOEXEC)
        .open(PLACE)
}

#[cfg(not(target_os = "linux"))]
fn nameless() -> io::Result<File> {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::OpenOptionsExt;
    use std::time::{SystemTime, UNIX_EPOCH};
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let path = std::path::PathBuf::from(format!("{PLACE}/ipc-tax-{}-{now}", std::process::id()));
    debug_assert!(path.as_os_str().as_bytes().len() < 1024);
    // Made anew, so it is nobody else's; its name is gone a moment later.
    let file = File::options().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

#[cfg(target_os = "linux")]
fn allocate(file: &File, offset: u64, bytes: u64) -> io::Result<()> {
    if bytes == 0 {
        return Ok(());
    }
    loop {
        // SAFETY: takes no pointers.
        let error = unsafe {
            libc::posix_fallocate(file.as_raw_fd(), offset as libc::off_t, bytes as libc::off_t)
        };
        match error {
            0 => return Ok(()),
            libc::EINTR => {}
            error => return Err(io::Error::from_raw_os_error(error)),
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn allocate(file: &File, offset: u64, bytes: u64) -> io::Result<()> {
    use std::os::unix::fs::FileExt;
    // Only what lies beyond the end: what is there has its pages.
    let mut at = offset.max(file.metadata()?.len());
    let zeros = [0; 1 << 16];
    while at < offset + bytes {
        let piece = (offset + bytes - at).min(zeros.len() as u64) as usize;
        file.write_all_at(&zeros[..piece], at)?;
        at += piece as u64;
    }
    Ok(())
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::MemoryFile;
    use crate::Error;
    use std::os::fd::{AsFd, AsRawFd};

    #[test]
    fn a_file_has_no_name_and_is_private() {
        let file = MemoryFile::create().unwrap();
        let metadata = file.0.metadata().unwrap();
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        assert_eq!(metadata.nlink(), 0);
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
        // SAFETY: takes no pointers.
        let flags = unsafe { libc::fcntl(file.as_fd().as_raw_fd(), libc::F_GETFD) };
        assert_ne!(flags & libc::FD_CLOEXEC, 0);
    }

    #[test]
    fn reserved_pages_are_there_and_keep_what_is_in_them() {
        let file = MemoryFile::create().unwrap();
        file.reserve(0, 8192).unwrap();
        let mapping = file.map(0, 8192).unwrap();
        mapping.write(5000, b"here");
        file.reserve(0, 100_000).unwrap();
        assert_eq!(file.len().unwrap(), 100_000);
        let again = file.map(4096, 8192).unwrap();
        let mut bytes = [0; 4];
        again.read(904, &mut bytes);
        assert_eq!(&bytes, b"here");
    }

    #[test]
    fn too_little_is_told_before_anything_is_taken() {
        let file = MemoryFile::create().unwrap();
        let needed = 1 << 60;
        match file.reserve(0, needed) {
            Err(error @ Error::TooLittle { .. }) => {
                let told = error.to_string();
                assert!(told.contains(&format!("expected {needed}")), "{told}");
                assert!(told.contains("bytes free in"), "{told}");
            }
            other => panic!("{other:?}"),
        }
        assert!(file.is_empty().unwrap());
        assert!(matches!(file.reserve(u64::MAX, 2), Err(Error::TooLittle { .. })));
    }

    #[test]
    fn what_the_file_does_not_have_is_not_mapped() {
        let file = MemoryFile::create().unwrap();
        file.reserve(0, 4096).unwrap();
        assert!(matches!(file.map(0, 4097), Err(Error::Protocol(_))));
        assert!(matches!(file.map(u64::MAX, 4096), Err(Error::Protocol(_))));
    }
}
