//! Shared memory whose sides sleep in a futex until it is their turn: two system calls a side.

use std::sync::atomic::AtomicU32;

use crate::floor::Floor;
use crate::turns::Turn;

/// Sleeps in the kernel.
pub struct Futex;

#[cfg(target_os = "linux")]
impl Turn for Futex {
    const FLOOR: Floor = Floor::Futex;

    fn wait_while(word: &AtomicU32, seen: u32) {
        let forever = std::ptr::null::<libc::timespec>();
        // SAFETY: the word outlives the call; without a timeout nothing else is read.
        unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, seen, forever) };
    }

    fn wake(word: &AtomicU32) {
        // SAFETY: the word outlives the call.
        unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
    }
}

/// Without futexes there is no mailbox either (`mailbox::create`).
#[cfg(not(target_os = "linux"))]
impl Turn for Futex {
    const FLOOR: Floor = Floor::Futex;

    fn wait_while(_: &AtomicU32, _: u32) {}

    fn wake(_: &AtomicU32) {}
}
