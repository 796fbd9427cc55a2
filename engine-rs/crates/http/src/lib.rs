//! The study's kernels behind `POST /sweep` with JSON both ways, over HTTP/1.1 on loopback.
//!
//! It is the engine most teams would build first, made with the usual libraries (hyper, tokio, serde_json)
//! and with nothing slowed down on purpose, so that what JSON costs end to end can be measured instead
//! of derived.

mod answer;
mod json;
pub mod options;
mod server;

pub use server::serve;
