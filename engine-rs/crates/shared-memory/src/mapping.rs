//! Memory that another process may see and change.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU32;

use crate::guard;

/// Mapped memory, unmapped when dropped. Another process may change it at any time, so there are no
/// references into it but to atomic words: bytes are copied in and out.
pub struct Mapping {
    base: NonNull<u8>,
    bytes: usize,
    owner: Owner,
}

enum Owner {
    /// From mmap.
    System,
    /// Of this process alone, for tests without a system.
    #[cfg(test)]
    Heap(std::alloc::Layout),
}

// SAFETY: what is mapped is the process's, not a thread's, and is reached through copies and atomics.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps a part of a file, to be seen by whoever else maps it. Its pages are fetched at once.
    pub(crate) fn shared(file: BorrowedFd<'_>, offset: u64, bytes: usize) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        let flags = libc::MAP_SHARED | libc::MAP_POPULATE;
        #[cfg(not(target_os = "linux"))]
        let flags = libc::MAP_SHARED;
        let mapping = Mapping::system(flags, file.as_raw_fd(), offset, bytes)?;
        guard::watch(mapping.base.as_ptr() as usize, bytes);
        Ok(mapping)
    }

    /// Memory without a file, shared with processes that are forked from this one.
    ///
    /// # Errors
    /// The system has none.
    pub fn anonymous(bytes: usize) -> io::Result<Self> {
        Mapping::system(libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1, 0, bytes)
    }

    fn system(flags: libc::c_int, fd: libc::c_int, offset: u64, bytes: usize) -> io::Result<Self> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping at an address of the system's choice touches nothing there is.
        let base = unsafe {
            libc::mmap(std::ptr::null_mut(), bytes, access, flags, fd, offset as libc::off_t)
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Mapping { base, bytes, owner: Owner::System })
    }

    /// Zeroed memory of this process alone.
    #[cfg(test)]
    pub(crate) fn heap(bytes: usize) -> Self {
        let layout = std::alloc::Layout::from_size_align(bytes, 4096).unwrap();
        // SAFETY: the layout has a size.
        let base = NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) }).unwrap();
        Mapping { base, bytes, owner: Owner::Heap(layout) }
    }

    /// Its first byte.
    pub fn as_ptr(&self) -> *mut u8 {
        self.base.as_ptr()
    }

    /// Bytes in it.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether there are none. There are.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The word at `offset`.
    ///
    /// # Panics
    /// Outside, or where it does not lie on a multiple of four.
    pub fn word(&self, offset: usize) -> &AtomicU32 {
        assert!(
            offset.is_multiple_of(4) && offset.checked_add(4).is_some_and(|end| end <= self.bytes)
        );
        // SAFETY: inside and aligned, as just checked; whoever else uses the word does so atomically.
        unsafe { AtomicU32::from_ptr(self.base.as_ptr().add(offset).cast()) }
    }

    /// Copies `bytes` to `offset`.
    ///
    /// # Panics
    /// Where they would lie outside.
    pub fn write(&self, offset: usize, bytes: &[u8]) {
        let to = self.place(offset, bytes.len());
        // SAFETY: `to` has room for them, and this process has no reference to what is there.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
    }

    /// Copies what is at `offset` to `bytes`.
    ///
    /// # Panics
    /// Where it would lie outside.
    pub fn read(&self, offset: usize, bytes: &mut [u8]) {
        // SAFETY: a byte that is initialized may be written where one need not be.
        let bytes = unsafe { &mut *(std::ptr::from_mut(bytes) as *mut [MaybeUninit<u8>]) };
        self.read_to(offset, bytes);
    }

    /// As [`Mapping::read`], to memory that need not be initialized; all of it is afterwards.
    ///
    /// # Panics
    /// Where it would lie outside.
    pub fn read_to(&self, offset: usize, bytes: &mut [MaybeUninit<u8>]) {
        let from = self.place(offset, bytes.len());
        // SAFETY: `from` is readable for the length, and `bytes` is this process's own.
        unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr().cast(), bytes.len()) };
    }

    fn place(&self, offset: usize, bytes: usize) -> *mut u8 {
        let end = offset.checked_add(bytes);
        assert!(end.is_some_and(|end| end <= self.bytes), "{bytes} bytes at {offset} of a mapping");
        // SAFETY: inside, as just checked.
        unsafe { self.base.as_ptr().add(offset) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        match self.owner {
            // SAFETY: the mapping is this one's own, and nothing refers to it any more.
            Owner::System => unsafe {
                guard::forget(self.base.as_ptr() as usize);
                libc::munmap(self.base.as_ptr().cast(), self.bytes);
            },
            #[cfg(test)]
            // SAFETY: allocated with this layout.
            Owner::Heap(layout) => unsafe { std::alloc::dealloc(self.base.as_ptr(), layout) },
        }
    }
}
