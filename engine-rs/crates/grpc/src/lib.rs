//! The engine behind gRPC on loopback: a call for each operation, and one stream for all of them.
//!
//! It is made with the usual libraries (tonic, prost, hyper), and its messages are typed as a service would have
//! them: see proto/engine.proto. A connection of HTTP/2 is one session of the engine.

mod deadline;
mod messages;
mod server;
mod service;
mod status;

/// What `--help` prints.
pub const HELP: &str = include_str!("help.txt");

pub use server::serve;

/// What the .proto file became.
pub mod proto {
    #![allow(missing_docs)]
    tonic::include_proto!("ipc_tax");
}
