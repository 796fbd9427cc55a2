//! The Node addon: the kernels in-process, blocking sockets, shared memory.
//!
//! Every thread of a Node process can load it. A panic becomes a JavaScript error.

pub mod kernel;
pub mod shared_memory;
pub mod socket;
