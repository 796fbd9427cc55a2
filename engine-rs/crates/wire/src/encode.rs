//! Whole request frames, as a client sends them.

use crate::reference::{IN_PLACE, Reference, SHARE, TAKE_BACK};
use crate::{HEADER_BYTES, Opcode};

/// A request frame: 0 u32 body_len, 4 u8 opcode, 5 u32 a, 9 u32 b, 13 the payload.
///
/// # Panics
/// If the body does not fit a u32.
pub fn request(opcode: Opcode, a: u32, b: u32, payload: &[u8]) -> Vec<u8> {
    let body_len = u32::try_from(HEADER_BYTES + payload.len()).expect("a body fits a u32");
    let mut frame = Vec::with_capacity(4 + HEADER_BYTES + payload.len());
    frame.extend(body_len.to_le_bytes());
    frame.push(opcode as u8);
    frame.extend(a.to_le_bytes());
    frame.extend(b.to_le_bytes());
    frame.extend(payload);
    frame
}

/// Sweep the closes with every combo.
pub fn sweep(close: &[f64], combos: &[[i64; 6]]) -> Vec<u8> {
    let mut payload = floats(close);
    payload.extend(parameters(combos));
    request(Opcode::Sweep, count(close), count(combos), &payload)
}

/// Send the floats back.
pub fn echo(values: &[f64]) -> Vec<u8> {
    request(Opcode::Echo, count(values), 0, &floats(values))
}

/// Keep the closes on this connection.
pub fn load(close: &[f64]) -> Vec<u8> {
    request(Opcode::Load, count(close), 0, &floats(close))
}

/// Sweep a loaded series with every combo.
pub fn sweep_loaded(series: u32, combos: &[[i64; 6]]) -> Vec<u8> {
    request(Opcode::SweepLoaded, series, count(combos), &parameters(combos))
}

/// Let a loaded series go.
pub fn drop_series(series: u32) -> Vec<u8> {
    request(Opcode::Drop, series, 0, &[])
}

/// Open a live session of one combo.
pub fn open_live(combo: &[i64; 6]) -> Vec<u8> {
    request(Opcode::OpenLive, 0, 1, &parameters(std::slice::from_ref(combo)))
}

/// Give a session its next closes.
pub fn tick(session: u32, close: &[f64]) -> Vec<u8> {
    request(Opcode::Tick, session, count(close), &floats(close))
}

/// Close a live session.
pub fn close_live(session: u32) -> Vec<u8> {
    request(Opcode::CloseLive, session, 0, &[])
}

/// Ask what the engine is.
pub fn info() -> Vec<u8> {
    request(Opcode::Info, 0, 0, &[])
}

/// Ask for the times of the request before.
pub fn timing() -> Vec<u8> {
    request(Opcode::Timing, 0, 0, &[])
}

/// A request whose floats lie at `reference`: 0 u32 body_len, 4 u8 opcode, 5 u32 a, 9 u32 b, 13 the
/// reference, 29 the combos.
pub fn in_place(
    opcode: Opcode,
    a: u32,
    b: u32,
    reference: Reference,
    combos: &[[i64; 6]],
) -> Vec<u8> {
    let payload = [reference.to_bytes().to_vec(), parameters(combos)].concat();
    let mut frame = request(opcode, a, b, &payload);
    frame[4] |= IN_PLACE;
    frame
}

/// Share `bytes` from `offset` on of the file that both sides have.
pub fn share(offset: u64, bytes: u64) -> Vec<u8> {
    let mut frame =
        request(Opcode::Info, 0, 0, &[offset.to_le_bytes(), bytes.to_le_bytes()].concat());
    frame[4] = SHARE;
    frame
}

/// Take back a segment.
pub fn take_back(segment: u32) -> Vec<u8> {
    let mut frame = request(Opcode::Info, segment, 0, &[]);
    frame[4] = TAKE_BACK;
    frame
}

fn count<T>(values: &[T]) -> u32 {
    u32::try_from(values.len()).expect("a count fits a u32")
}

fn floats(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn parameters(combos: &[[i64; 6]]) -> Vec<u8> {
    combos.iter().flatten().flat_map(|length| length.to_le_bytes()).collect()
}
