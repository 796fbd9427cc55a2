//! Whole reply frames, written into a buffer that is used again; and a reply's envelope read back.

use crate::frame::{ERROR_BIT, LENGTH_BYTES};
use crate::request::check_reply_bytes;
use crate::{ErrorCode, LONGEST_MESSAGE, Limits, Opcode, WireError, excerpt};

/// Bytes of a combo in a sweep's reply: PnL and trades.
pub const ROW_BYTES: usize = 16;
/// Bytes of a series or session id.
pub const ID_BYTES: usize = 4;
/// Bytes of a close in a tick's reply: side, trades, PnL.
pub const TICK_BYTES: usize = 24;
/// Bytes of a timing reply: five u64.
pub const TIMING_BYTES: usize = 40;

/// Sweep: pnl n×f64, then trades n×i64.
pub fn sweep(out: &mut Vec<u8>, pnl: &[f64], trades: &[i64]) {
    debug_assert_eq!(pnl.len(), trades.len());
    begin(out, pnl.len() * ROW_BYTES);
    out.extend(pnl.iter().flat_map(|value| value.to_le_bytes()));
    out.extend(trades.iter().flat_map(|count| count.to_le_bytes()));
}

/// Load and open live: the id, a u32.
pub fn id(out: &mut Vec<u8>, id: u32) {
    begin(out, ID_BYTES);
    out.extend(id.to_le_bytes());
}

/// Drop and close live: an empty body.
pub fn empty(out: &mut Vec<u8>) {
    begin(out, 0);
}

/// Tick, begun: `n` calls of [`tick`] follow.
pub fn ticks(out: &mut Vec<u8>, n: usize) {
    begin(out, n * TICK_BYTES);
}

/// One close of a tick's reply: i64 side, i64 trades, f64 pnl.
pub fn tick(out: &mut Vec<u8>, side: i64, trades: i64, pnl: f64) {
    out.extend(side.to_le_bytes());
    out.extend(trades.to_le_bytes());
    out.extend(pnl.to_le_bytes());
}

/// Info: UTF-8 JSON.
///
/// # Errors
/// [`ErrorCode::TooLarge`] if the text is over the frame limit; nothing is written.
pub fn info(out: &mut Vec<u8>, json: &str, limits: &Limits) -> Result<(), WireError> {
    check_reply_bytes(Opcode::Info, json.len() as u64, limits)?;
    begin(out, json.len());
    out.extend(json.as_bytes());
    Ok(())
}

/// A body as it is.
pub fn body(out: &mut Vec<u8>, bytes: &[u8]) {
    begin(out, bytes.len());
    out.extend(bytes);
}

/// Timing: five u64.
pub fn timing(out: &mut Vec<u8>, nanoseconds: [u64; 5]) {
    begin(out, TIMING_BYTES);
    out.extend(nanoseconds.iter().flat_map(|time| time.to_le_bytes()));
}

/// An error: u16 code, then the message, cut where its body would pass
/// [`LONGEST_ERROR_BODY`](crate::LONGEST_ERROR_BODY).
pub fn error(out: &mut Vec<u8>, error: &WireError) {
    let message = excerpt(&error.message, LONGEST_MESSAGE);
    out.clear();
    out.extend(((2 + message.len()) as u32 | ERROR_BIT).to_le_bytes());
    out.extend((error.code as u16).to_le_bytes());
    out.extend(message.as_bytes());
}

/// An echo's reply starts here in its request's frame: the floats and the four bytes before them.
pub const ECHO_OFFSET: usize = 9;

/// Turns an echo's request frame into its reply, `frame[ECHO_OFFSET..]`, without moving the floats.
pub fn echo_in_place(frame: &mut [u8]) {
    let floats = frame.len() - ECHO_OFFSET - LENGTH_BYTES;
    let length = &mut frame[ECHO_OFFSET..ECHO_OFFSET + LENGTH_BYTES];
    length.copy_from_slice(&(floats as u32).to_le_bytes());
}

/// Clears `out` and writes the length of the body to come. Bodies are checked against the frame
/// limit before, so the length fits 31 bits.
///
/// # Panics
/// When there is no memory for the body.
fn begin(out: &mut Vec<u8>, body_len: usize) {
    debug_assert!(body_len < ERROR_BIT as usize);
    out.clear();
    out.try_reserve(LENGTH_BYTES + body_len).expect("memory for the reply");
    out.extend((body_len as u32).to_le_bytes());
}

/// The reply frame that `bytes` begins with, and its length in all: its body, or the error in it.
/// `None` while it is incomplete. For clients; a code this protocol lacks reads as internal.
pub fn read(bytes: &[u8]) -> Option<(Result<&[u8], WireError>, usize)> {
    let (&length, rest) = bytes.split_first_chunk::<LENGTH_BYTES>()?;
    let length = u32::from_le_bytes(length);
    let body_len = (length & !ERROR_BIT) as usize;
    let body = rest.get(..body_len)?;
    let reply = if length & ERROR_BIT == 0 {
        Ok(body)
    } else {
        let (code, message) = body.split_at(body.len().min(2));
        let code = code.try_into().map(u16::from_le_bytes).ok().and_then(ErrorCode::from_u16);
        let message = String::from_utf8_lossy(message);
        Err(WireError::new(code.unwrap_or(ErrorCode::Internal), message))
    };
    Some((reply, LENGTH_BYTES + body_len))
}
