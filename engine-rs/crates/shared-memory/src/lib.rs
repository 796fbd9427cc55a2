//! Shared memory between two processes: layout, mailbox, futex.
