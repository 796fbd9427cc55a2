//! The codecs of the serialization study as a Rust server has them: each reads what the TypeScript codec
//! of the same name writes, and writes what that one reads.

mod codec;
pub mod peer;
mod request;

pub use codec::{Codec, Decoded, Fault, Pieces, codecs};
pub use request::Request;
