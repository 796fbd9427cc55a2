//! The allocator, where it is GNU's: it keeps freed blocks of up to 32 MiB for reuse, an arena for
//! each of many threads. Elsewhere these do nothing.

/// One arena for all threads, so that what one connection freed serves the next and can be given
/// back whole. Allocations are few and large; threads don't queue for it.
pub fn share() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: takes no pointers; called before there are threads.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Gives freed memory back to the system.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: takes no pointers; the allocator locks itself.
    unsafe {
        libc::malloc_trim(0);
    }
}
