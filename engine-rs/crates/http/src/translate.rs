//! The JSON forms without HTTP around them.

use ipc_tax_wire::{Limits, Opcode, WireError};

use crate::api::Route;
use crate::json;

/// The request frame that a JSON `body` means on the path of `opcode`, with the path's `id`.
///
/// # Errors
/// As the path answers them.
pub fn frame_of(
    opcode: Opcode,
    id: u32,
    body: &[u8],
    limits: &Limits,
) -> Result<Vec<u8>, WireError> {
    json::frame(Route { opcode, id }, body, limits).map_err(|fault| fault.error)
}

/// The JSON of a reply frame that is no error.
///
/// # Errors
/// A result that JSON has no number for.
pub fn text_of(opcode: Opcode, frame: &[u8]) -> Result<Vec<u8>, WireError> {
    json::reply(Route { opcode, id: 0 }, frame).map_err(|fault| fault.error)
}
