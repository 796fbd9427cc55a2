//! The engine: the kernels behind Unix sockets, TCP, or one request on stdin.
//!
//! One thread a connection. A connection owns its series and sessions; connections share only the
//! kernel, the limits and the count of what is held in all.

#[cfg(not(unix))]
compile_error!("the engine runs on Unix: Linux or macOS");

pub mod options;

mod answer;
mod clock;
mod commands;
mod connection;
mod connections;
mod engine;
mod failure;
mod holdings;
mod interrupt;
mod listener;
mod log;
mod memory;
mod once;
mod peer;
mod pipe;
mod ready;
mod segments;
mod server;
mod session;
mod shutdown;
mod socket_buffers;
mod stream;

pub use clock::now;
pub use failure::Failure;
pub use listener::tcp::parse_address as parse_loopback_address;
pub use listener::unix::{bind_private, check_path, clear as clear_socket};
pub use memory::prepare as prepare_memory;
pub use once::once;
pub use pipe::pipe;
pub use server::{raise_descriptor_limit, serve};
pub use session::{Reply, Session, Sessions};
pub use shutdown::Shutdown;
