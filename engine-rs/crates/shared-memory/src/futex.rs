//! Sleeping until a word in shared memory changes.

use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Why a wait is over. Look at the word whatever it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// Woken, or the word was another already.
    Perhaps,
    /// The time is over.
    TimedOut,
    /// A signal came.
    Interrupted,
}

/// Sleeps while the word is `expected`, at most `timeout`. Elsewhere than on Linux, which alone can
/// sleep on a word of another process, it naps.
#[cfg(target_os = "linux")]
pub fn wait(word: &AtomicU32, expected: u32, timeout: Duration) -> Woken {
    let timeout = libc::timespec {
        tv_sec: timeout.as_secs().min(i32::MAX as u64) as libc::time_t,
        tv_nsec: timeout.subsec_nanos() as libc::c_long,
    };
    // SAFETY: the word and the time outlive the call. Not FUTEX_PRIVATE: another process wakes.
    let slept = unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAIT,
            expected,
            &raw const timeout,
        )
    };
    if slept == 0 {
        return Woken::Perhaps;
    }
    match std::io::Error::last_os_error().raw_os_error() {
        Some(libc::ETIMEDOUT) => Woken::TimedOut,
        Some(libc::EINTR) => Woken::Interrupted,
        _ => Woken::Perhaps,
    }
}

/// Wakes whoever sleeps on the word.
#[cfg(target_os = "linux")]
pub fn wake(word: &AtomicU32) {
    // SAFETY: the word outlives the call.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, i32::MAX) };
}

/// How long a nap is.
#[cfg(not(target_os = "linux"))]
const NAP: Duration = Duration::from_micros(50);

/// Naps, unless the word is another than `expected` already.
#[cfg(not(target_os = "linux"))]
pub fn wait(word: &AtomicU32, expected: u32, timeout: Duration) -> Woken {
    if word.load(std::sync::atomic::Ordering::SeqCst) != expected {
        return Woken::Perhaps;
    }
    std::thread::sleep(timeout.min(NAP));
    if timeout <= NAP { Woken::TimedOut } else { Woken::Perhaps }
}

/// Naps end by themselves.
#[cfg(not(target_os = "linux"))]
pub fn wake(_: &AtomicU32) {}
