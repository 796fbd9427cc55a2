//! Living on when another process makes the file under a mapping shorter.
//!
//! Whoever has the file's descriptor can cut it. Touching a page that is gone raises SIGBUS, which would
//! end a process that serves many for the sake of one. With the guard the page is replaced by one of
//! zeros: the connection whose memory it was goes wrong, and no other.

#[cfg(target_os = "linux")]
pub use linux::install;
#[cfg(target_os = "linux")]
pub(crate) use linux::{forget, watch};

/// Only Linux has it; elsewhere the signal ends the process.
#[cfg(not(target_os = "linux"))]
pub fn install() {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn watch(_: usize, _: usize) {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn forget(_: usize) {}

#[cfg(target_os = "linux")]
mod linux {
    use std::mem::MaybeUninit;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// Mappings that can be guarded at a time; more are mapped without.
    const MOST: usize = 1 << 16;

    /// A mapping; a begin of 0 is a free place. Read by a signal handler, so without locks.
    struct Place {
        begin: AtomicUsize,
        end: AtomicUsize,
    }

    static PLACES: [Place; MOST] =
        [const { Place { begin: AtomicUsize::new(0), end: AtomicUsize::new(0) } }; MOST];

    /// Places that were ever taken: the handler looks at no more.
    static USED: AtomicUsize = AtomicUsize::new(0);
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    static PAGE: AtomicUsize = AtomicUsize::new(4096);
    /// What handled the signal before.
    static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

    /// From now on mappings of files are guarded. For a process that serves; called before it maps.
    pub fn install() {
        if INSTALLED.swap(true, Ordering::SeqCst) {
            return;
        }
        // SAFETY: takes no pointers.
        if let Ok(page) = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }) {
            PAGE.store(page, Ordering::SeqCst);
        }
        let mut before = MaybeUninit::zeroed();
        // SAFETY: all zeros is a sigaction.
        let mut action: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
        let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = on_bus;
        action.sa_sigaction = handler as libc::sighandler_t;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: the old action is kept first, so that the handler, once it is there, finds it.
        unsafe {
            if libc::sigaction(libc::SIGBUS, std::ptr::null(), before.as_mut_ptr()) == 0 {
                let _ = BEFORE.set(before.assume_init());
            }
            libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut());
        }
    }

    /// Guards a mapping, if there is a guard.
    pub(crate) fn watch(begin: usize, bytes: usize) {
        if !INSTALLED.load(Ordering::Relaxed) {
            return;
        }
        for (k, place) in PLACES.iter().enumerate() {
            let taken = place.begin.compare_exchange(0, begin, Ordering::SeqCst, Ordering::SeqCst);
            if taken.is_ok() {
                place.end.store(begin + bytes, Ordering::SeqCst);
                USED.fetch_max(k + 1, Ordering::SeqCst);
                return;
            }
        }
    }

    /// Ends that, before the mapping ends.
    pub(crate) fn forget(begin: usize) {
        let used = USED.load(Ordering::SeqCst);
        for place in &PLACES[..used] {
            if place.begin.load(Ordering::SeqCst) == begin {
                place.end.store(0, Ordering::SeqCst);
                place.begin.store(0, Ordering::SeqCst);
                return;
            }
        }
    }

    fn is_watched(address: usize) -> bool {
        let used = USED.load(Ordering::SeqCst);
        PLACES[..used].iter().any(|place| {
            let begin = place.begin.load(Ordering::SeqCst);
            begin != 0 && (begin..place.end.load(Ordering::SeqCst)).contains(&address)
        })
    }

    /// Loads, stores and system calls alone: all that a handler may do.
    extern "C" fn on_bus(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: the system gives a signal's information with SA_SIGINFO; the errno of the interrupted
        // thread is left as it was; only a page of a mapping of ours is replaced, which is gone anyway.
        unsafe {
            let errno = *libc::__errno_location();
            let address = (*info).si_addr() as usize;
            let page = PAGE.load(Ordering::SeqCst);
            let replaced = is_watched(address)
                && libc::mmap(
                    (address & !(page - 1)) as *mut libc::c_void,
                    page,
                    libc::PROT_READ | libc::PROT_WRITE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
                    -1,
                    0,
                ) != libc::MAP_FAILED;
            if !replaced {
                // Not ours: what handled it before does when the access is made again.
                match BEFORE.get() {
                    Some(before) => {
                        libc::sigaction(libc::SIGBUS, before, std::ptr::null_mut());
                    }
                    None => {
                        libc::signal(libc::SIGBUS, libc::SIG_DFL);
                    }
                }
            }
            *libc::__errno_location() = errno;
        }
    }
}
