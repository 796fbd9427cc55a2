//! Shared memory between two processes, with a turn for each.
//!
//! Layout: 0 u32 asked, 128 u32 answered (far enough apart for no cache line to hold both), 4096 the
//! request, then, at the next page, the reply. The asker counts `asked` up once its payload lies there,
//! the answerer sets `answered` to it once the reply does.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::{AtomicU32, Ordering};

const ANSWERED: usize = 128;
const PAGE: usize = 4_096;

/// One mapping of the memory; both processes have one.
pub struct Mailbox {
    start: *mut u8,
    length: usize,
    /// Most bytes of a payload.
    bytes: usize,
}

impl Mailbox {
    /// Makes memory that has no name, and maps it.
    ///
    /// # Errors
    /// What the system says; `Unsupported` where it is not Linux.
    pub fn create(bytes: usize) -> io::Result<(Mailbox, OwnedFd)> {
        let file = nameless()?;
        file.set_len(length_for(bytes) as u64)?;
        let mailbox = Mailbox::map(&file, bytes)?;
        Ok((mailbox, file.into()))
    }

    /// Maps memory that the other process made for payloads of `bytes`.
    ///
    /// # Errors
    /// `InvalidInput` when it is too short: touching what is not there would end the process. Else what
    /// the system says.
    pub fn map(file: &File, bytes: usize) -> io::Result<Mailbox> {
        let length = length_for(bytes);
        let found = file.metadata()?.len();
        if found < length as u64 {
            let told = format!("shared memory: got {found} bytes, expected {length}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, told));
        }
        let access = libc::PROT_READ | libc::PROT_WRITE;
        #[cfg(target_os = "linux")]
        let flags = libc::MAP_SHARED | libc::MAP_POPULATE;
        #[cfg(not(target_os = "linux"))]
        let flags = libc::MAP_SHARED;
        // SAFETY: a new mapping, at no particular address, of a file that is long enough.
        let start =
            unsafe { libc::mmap(std::ptr::null_mut(), length, access, flags, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Mailbox { start: start.cast(), length, bytes })
    }

    /// How often was asked.
    pub fn asked(&self) -> &AtomicU32 {
        // SAFETY: within the mapping, aligned, and only ever used as an atomic.
        unsafe { AtomicU32::from_ptr(self.start.cast()) }
    }

    /// How often was answered.
    pub fn answered(&self) -> &AtomicU32 {
        // SAFETY: within the mapping, aligned, and only ever used as an atomic.
        unsafe { AtomicU32::from_ptr(self.start.add(ANSWERED).cast()) }
    }

    /// Puts a payload into place and asks.
    pub fn ask(&self, payload: &[u8]) {
        assert!(payload.len() <= self.bytes, "a payload longer than the mailbox was made for");
        // SAFETY: within the mapping; the answerer does not touch it before it is asked.
        unsafe { self.request().copy_from_nonoverlapping(payload.as_ptr(), payload.len()) };
        self.asked().fetch_add(1, Ordering::Release);
    }

    /// Takes the reply, which must be there.
    pub fn collect(&self, reply: &mut [u8]) {
        assert!(reply.len() <= self.bytes, "a reply longer than the mailbox was made for");
        // SAFETY: within the mapping; the answerer does not touch it before it is asked again.
        unsafe { reply.as_mut_ptr().copy_from_nonoverlapping(self.reply(), reply.len()) };
    }

    /// Answers the request of that number with its own bytes.
    pub fn answer(&self, number: u32) {
        // SAFETY: both within the mapping and apart; the asker waits meanwhile.
        unsafe { self.reply().copy_from_nonoverlapping(self.request(), self.bytes) };
        self.answered().store(number, Ordering::Release);
    }

    fn request(&self) -> *mut u8 {
        // SAFETY: within the mapping.
        unsafe { self.start.add(PAGE) }
    }

    fn reply(&self) -> *mut u8 {
        // SAFETY: within the mapping.
        unsafe { self.start.add(PAGE + whole_pages(self.bytes)) }
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        // SAFETY: mapped by this, and nobody has a reference into it any more.
        unsafe { libc::munmap(self.start.cast(), self.length) };
    }
}

fn whole_pages(bytes: usize) -> usize {
    bytes.div_ceil(PAGE) * PAGE
}

fn length_for(bytes: usize) -> usize {
    PAGE + 2 * whole_pages(bytes)
}

#[cfg(target_os = "linux")]
fn nameless() -> io::Result<File> {
    use std::os::fd::FromRawFd;
    // SAFETY: the name ends with a zero byte.
    let fd = unsafe { libc::memfd_create(c"ipc-tax-floors".as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: new, and nobody else's.
    Ok(unsafe { File::from_raw_fd(fd) })
}

#[cfg(not(target_os = "linux"))]
fn nameless() -> io::Result<File> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "shared memory is measured on Linux only"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::atomic::Ordering;

    use super::Mailbox;

    #[test]
    fn what_is_asked_on_one_mapping_is_answered_on_the_other() {
        let (ours, memory) = Mailbox::create(10_000).unwrap();
        let theirs = Mailbox::map(&memory.into(), 10_000).unwrap();
        let payload: Vec<u8> = (0..10_000u32).map(|i| i as u8).collect();
        ours.ask(&payload);
        assert_eq!(theirs.asked().load(Ordering::Acquire), 1);
        theirs.answer(1);
        assert_eq!(ours.answered().load(Ordering::Acquire), 1);
        let mut reply = vec![0; 10_000];
        ours.collect(&mut reply);
        assert_eq!(reply, payload);
    }

    #[test]
    fn memory_too_short_is_not_mapped() {
        let (_ours, memory) = Mailbox::create(8).unwrap();
        let error = Mailbox::map(&memory.into(), 8_192).err().unwrap();
        assert!(error.to_string().contains("got 12288 bytes, expected 20480"), "{error}");
    }
}
