//! Carrying the protocol over connections that an event loop serves: HTTP/1.1 here, HTTP/2 in a crate of
//! its own.

mod caller;
mod listen;
mod stream;

pub use caller::{Caller, Work};
pub use listen::{Accepted, Drain, listen};
pub use stream::{Clock, DeadlineStream};
