//! The engine behind a ZeroMQ ROUTER, over ipc and tcp.
//!
//! A message is one part: a whole frame of the wire protocol, its length included. Each DEALER that
//! connects has a session of its own, which ends with its connection. What ZeroMQ has no word for:
//! two empty parts from the engine say that the session has ended, after an error that closes; an
//! empty message asks nothing, and whoever sends it sees whether there still is a connection.
//!
//! The crate is omq-tokio: libzmq's bindings need a C++ compiler, and the older pure-Rust crate
//! `zeromq` has neither a high-water mark nor linger nor heartbeats, and takes the memory that a length
//! declares.

pub mod options;

mod conversation;
mod patience;
mod server;

pub use server::serve;
