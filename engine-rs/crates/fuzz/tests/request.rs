//! Any bytes as the body of a request: refused with a reason, or a request whose bytes are these.

use bolero::check;
use ipc_tax_fuzz::{CASES, Step, limits};
use ipc_tax_wire::frame::LENGTH_BYTES;
use ipc_tax_wire::{
    ErrorCode, HEADER_BYTES, Held, LONGEST_ERROR_BODY, Limits, Opcode, Request, encode, parse,
    reply,
};

/// A connection that holds everything, and as much as it is told.
struct Holds(u8);

impl Held for Holds {
    fn has_series(&self, id: u32) -> bool {
        id % 2 == 1
    }
    fn has_session(&self, id: u32) -> bool {
        id % 2 == 1
    }
    fn series(&self) -> u32 {
        u32::from(self.0 % 5)
    }
    fn series_bytes(&self) -> u64 {
        if self.0 > 250 { u64::MAX } else { u64::from(self.0) * 8 }
    }
    fn sessions(&self) -> u32 {
        u32::from(self.0 % 5)
    }
}

#[test]
fn bytes() {
    check!(name = "request/bytes")
        .with_iterations(CASES)
        .with_type::<(Vec<u8>, u8)>()
        .for_each(|(body, held)| parsed_or_refused(body, *held));
}

#[test]
fn nearly_right() {
    check!(name = "request/nearly_right")
        .with_iterations(CASES)
        .with_type::<(Step, u8)>()
        .for_each(|(step, held)| parsed_or_refused(&step.frame()[LENGTH_BYTES..], *held));
}

fn parsed_or_refused(body: &[u8], held: u8) {
    for limits in [limits(), Limits::default()] {
        match parse(body, &limits, &Holds(held)) {
            Ok(request) => {
                assert!(body.len() <= limits.frame_bytes as usize);
                assert_eq!(encoded(&request), body);
            }
            Err(refusal) => {
                assert_ne!(refusal.code, ErrorCode::Busy);
                assert_ne!(refusal.code, ErrorCode::Internal);
                assert!(refusal.message.contains("got ") && refusal.message.contains("expected "));
                if body.len() > limits.frame_bytes as usize {
                    assert_eq!(refusal.code, ErrorCode::TooLarge);
                } else if body.len() < HEADER_BYTES {
                    assert_eq!(refusal.code, ErrorCode::Malformed);
                } else if Opcode::from_byte(body[0]).is_none() {
                    assert_eq!(refusal.code, ErrorCode::UnknownOpcode);
                }
                let mut frame = Vec::new();
                reply::error(&mut frame, &refusal);
                assert!(frame.len() <= LENGTH_BYTES + LONGEST_ERROR_BODY);
                assert_eq!(reply::read(&frame).unwrap().0, Err(refusal));
            }
        }
    }
}

/// The body that means the request.
fn encoded(request: &Request<'_>) -> Vec<u8> {
    let frame = match *request {
        Request::Sweep { close, combos } => {
            let payload = [close.bytes(), &lengths(combos.iter())].concat();
            encode::request(Opcode::Sweep, close.len() as u32, combos.len() as u32, &payload)
        }
        Request::Echo { floats } => {
            encode::request(Opcode::Echo, floats.len() as u32, 0, floats.bytes())
        }
        Request::Load { close } => {
            encode::request(Opcode::Load, close.len() as u32, 0, close.bytes())
        }
        Request::SweepLoaded { series, combos } => {
            encode::sweep_loaded(series, &combos.iter().collect::<Vec<_>>())
        }
        Request::Drop { series } => encode::drop_series(series),
        Request::OpenLive { combo } => encode::open_live(&combo),
        Request::Tick { session, close } => {
            encode::request(Opcode::Tick, session, close.len() as u32, close.bytes())
        }
        Request::CloseLive { session } => encode::close_live(session),
        Request::Info => encode::info(),
        Request::Timing => encode::timing(),
    };
    frame[LENGTH_BYTES..].to_vec()
}

fn lengths(combos: impl Iterator<Item = [i64; 6]>) -> Vec<u8> {
    combos.flatten().flat_map(i64::to_le_bytes).collect()
}
