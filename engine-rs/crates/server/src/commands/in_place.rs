//! Requests whose floats lie in a segment, and the segments themselves.

use ipc_tax_wire::frame::LENGTH_BYTES;
use ipc_tax_wire::reference::{IN_PLACE, REFERENCE_BYTES, SHARE, TAKE_BACK};
use ipc_tax_wire::{ErrorCode, HEADER_BYTES, Limits, WireError, reply};

use crate::segments::Segments;

/// Whether a frame's opcode is one of those.
pub fn is_in_place(frame: &[u8]) -> bool {
    frame.get(LENGTH_BYTES).is_some_and(|&opcode| opcode >= IN_PLACE)
}

/// Carries out share and take back; `None` for any other opcode.
pub fn segment_command(
    body: &[u8],
    segments: &mut Segments,
    limits: &Limits,
    out: &mut Vec<u8>,
) -> Option<Result<(), WireError>> {
    match *body.first()? {
        SHARE => Some(share(body, segments, limits, out)),
        TAKE_BACK => Some(take_back(body, segments, out)),
        _ => None,
    }
}

/// 0 u8 opcode, 1 u32 a and 5 u32 b zero, 9 u64 offset, 17 u64 bytes.
fn share(
    body: &[u8],
    segments: &mut Segments,
    limits: &Limits,
    out: &mut Vec<u8>,
) -> Result<(), WireError> {
    expect_bytes("share", body, HEADER_BYTES + 16)?;
    expect_zeros("share a and b", &body[1..9])?;
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|k| body[at + k]));
    reply::id(out, segments.share(word(9), word(17), limits)?);
    Ok(())
}

/// 0 u8 opcode, 1 u32 segment id, 5 u32 b zero.
fn take_back(body: &[u8], segments: &mut Segments, out: &mut Vec<u8>) -> Result<(), WireError> {
    expect_bytes("take back", body, HEADER_BYTES)?;
    expect_zeros("take back b", &body[5..9])?;
    segments.take_back(u32::from_le_bytes(std::array::from_fn(|k| body[1 + k])))?;
    reply::empty(out);
    Ok(())
}

/// The reference of an echo, which is its reply too.
pub fn echo(body: &[u8], out: &mut Vec<u8>) {
    let reference = body.get(HEADER_BYTES..HEADER_BYTES + REFERENCE_BYTES);
    reply::body(out, reference.unwrap_or_default());
}

fn expect_bytes(what: &str, body: &[u8], expected: usize) -> Result<(), WireError> {
    if body.len() == expected {
        return Ok(());
    }
    let told = format!("{what} body: got {} bytes, expected {expected}", body.len());
    Err(WireError::new(ErrorCode::Malformed, told))
}

fn expect_zeros(what: &str, bytes: &[u8]) -> Result<(), WireError> {
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(());
    }
    Err(WireError::new(ErrorCode::Malformed, format!("{what}: got {bytes:?}, expected zeros")))
}
