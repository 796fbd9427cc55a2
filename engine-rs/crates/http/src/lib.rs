//! The engine behind HTTP/1.1 on loopback, in the two forms that services take:
//!
//! - `POST /frame`: the body is a frame of the wire protocol, and so is the answer's.
//! - paths and JSON, as most teams would build it first: `POST /sweep` and its like, see [`HELP`](options::HELP).
//!
//! It is made with the usual libraries (hyper, tokio, serde_json) and with nothing slowed down on purpose, so
//! that what HTTP and JSON cost end to end is measured instead of derived. A connection is one session: its
//! series and live sessions go with it.
//!
//! [`carrier`] is what HTTP/2 needs as well: listening on loopback, the limit of connections, deadlines,
//! work away from the threads that serve the sockets, and the end.

pub mod carrier;
pub mod options;

mod answer;
mod api;
mod body;
mod json;
mod raw;
mod server;
pub mod translate;

pub use server::serve;
