//! The wire protocol as functions on bytes: no sockets, no clocks, no state.
//!
//! Little-endian. One frame each way, `[u32 body_len][body]`. A request's body is
//! `[u8 opcode][u32 a][u32 b][payload]`; a reply's body is the answer alone; in a reply the top bit
//! of `body_len` marks an error, whose body is `[u16 code][UTF-8 message]`.

mod buffer;
pub mod encode;
mod error;
mod excerpt;
pub mod frame;
mod limits;
mod opcode;
mod payload;
pub mod reference;
pub mod reply;
mod request;

pub use buffer::{FrameBuffer, LARGE};
pub use error::{ErrorCode, LONGEST_ERROR_BODY, LONGEST_MESSAGE, WireError};
pub use excerpt::{LONGEST_QUOTE, abridged, excerpt};
pub use limits::{LONGEST_BODY, Limits};
pub use opcode::Opcode;
pub use payload::{COMBO_BYTES, Combos, FLOAT_BYTES, Floats};
pub use request::{HEADER_BYTES, Held, NothingHeld, Request, parse, parse_in_place};

/// Version of the protocol, as `info` tells it.
pub const PROTOCOL: u32 = 1;
