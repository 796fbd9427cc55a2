//! Memory that the allocator holds.

/// Gives freed memory back to the system. The GNU allocator keeps blocks of up to 32 MiB for reuse
/// once it has seen one freed.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: takes no pointers; the allocator locks itself.
    unsafe {
        libc::malloc_trim(0);
    }
}
