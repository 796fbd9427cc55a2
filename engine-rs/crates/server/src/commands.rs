//! One file a family of opcodes: from a checked request to its reply in the buffer.

pub mod echo;
pub mod in_place;
pub mod info;
pub mod live;
pub mod series;
pub mod sweep;
pub mod timing;
