//! Waking a thread out of a system call it waits in.

/// The signal that does it. Its handler does nothing: what matters is that the call returns.
const WAKE: libc::c_int = libc::SIGUSR1;

extern "C" fn do_nothing(_: libc::c_int) {}

/// Makes [`Interruptible::interrupt`] work in this process. Called before there are threads.
pub fn prepare() {
    // SAFETY: all zeros is a sigaction: no flags, so that calls are not restarted, and no mask.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = do_nothing as extern "C" fn(libc::c_int) as libc::sighandler_t;
    // SAFETY: `action` is initialized, and its handler does nothing that a handler may not.
    unsafe { libc::sigaction(WAKE, &action, std::ptr::null_mut()) };
}

/// A thread that can be woken.
pub struct Interruptible(libc::pthread_t);

// SAFETY: the name of a thread may be used by any other.
unsafe impl Send for Interruptible {}

impl Interruptible {
    /// The thread that calls.
    pub fn this_thread() -> Self {
        // SAFETY: takes nothing and always succeeds.
        Interruptible(unsafe { libc::pthread_self() })
    }

    /// Makes the system call the thread waits in, if it does, fail with `Interrupted`. The thread
    /// must not have ended.
    pub fn interrupt(&self) {
        // SAFETY: the thread is alive, as the caller says.
        unsafe { libc::pthread_kill(self.0, WAKE) };
    }
}
