//! A native client that times echoes against an engine, block by block, as its caller asks.
//!
//! It is what a boundary costs without a runtime on the client's side: blocking sockets, one vectored
//! write a request, the reply read in place.

pub mod block;
pub mod connection;
pub mod orders;
pub mod payload;
