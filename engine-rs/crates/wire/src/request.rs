//! A request's body, parsed and checked.

use crate::payload::{COMBO_BYTES, FLOAT_BYTES};
use crate::reference::{IN_PLACE, REFERENCE_BYTES, Reference};
use crate::{Combos, ErrorCode, Floats, Limits, Opcode, WireError, frame, reply};

/// Bytes of a request's header: opcode, a, b.
pub const HEADER_BYTES: usize = 9;

/// A request whose body is sound. Arrays are read where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Request<'a> {
    Sweep { close: Floats<'a>, combos: Combos<'a> },
    Echo { floats: Floats<'a> },
    Load { close: Floats<'a> },
    SweepLoaded { series: u32, combos: Combos<'a> },
    Drop { series: u32 },
    OpenLive { combo: [i64; 6] },
    Tick { session: u32, close: Floats<'a> },
    CloseLive { session: u32 },
    Info,
    Timing,
}

/// What a connection holds, as far as requests are checked against it.
pub trait Held {
    /// Whether the connection has the series.
    fn has_series(&self, id: u32) -> bool;
    /// Whether the connection has the session.
    fn has_session(&self, id: u32) -> bool;
    /// Series the connection has.
    fn series(&self) -> u32;
    /// Bytes of series that all connections have.
    fn series_bytes(&self) -> u64;
    /// Sessions the connection has.
    fn sessions(&self) -> u32;
}

/// A connection that holds nothing yet.
pub struct NothingHeld;

impl Held for NothingHeld {
    fn has_series(&self, _: u32) -> bool {
        false
    }
    fn has_session(&self, _: u32) -> bool {
        false
    }
    fn series(&self) -> u32 {
        0
    }
    fn series_bytes(&self) -> u64 {
        0
    }
    fn sessions(&self) -> u32 {
        0
    }
}

/// Parses a request's body: 0 u8 opcode, 1 u32 a, 5 u32 b, 9 floats, then combos.
///
/// # Errors
/// The first that applies, in the protocol's order: frame limit, a body under nine bytes, opcode,
/// unused fields, counts over limits, lengths, id, parameters, the reply's size.
pub fn parse<'a>(
    body: &'a [u8],
    limits: &Limits,
    held: &dyn Held,
) -> Result<Request<'a>, WireError> {
    check_frame(body.len(), limits)?;
    let (head, payload) = head_of(body, 0)?;
    head.check_unused()?;
    head.check_counts(limits, held)?;
    let (floats, combos) = head.split(payload)?;
    head.finish(floats, combos, limits, held)
}

/// Parses a request whose floats lie elsewhere, in memory that both sides share: 0 u8 opcode with
/// [`IN_PLACE`], 1 u32 a, 5 u32 b, 9 where the floats are, 25 combos. `find` gives the bytes of the
/// floats, so many of them, or says why it can't.
///
/// # Errors
/// As [`parse`]; an opcode that takes no floats is unknown here.
pub fn parse_in_place<'a>(
    body: &'a [u8],
    limits: &Limits,
    held: &dyn Held,
    find: &dyn Fn(Reference, u64) -> Result<&'a [u8], WireError>,
) -> Result<Request<'a>, WireError> {
    check_frame(body.len(), limits)?;
    let (head, payload) = head_of(body, IN_PLACE)?;
    let (floats, combos) = head.counts();
    if !head.opcode.takes_floats() {
        let byte = head.opcode as u8 | IN_PLACE;
        return Err(WireError::field(
            ErrorCode::UnknownOpcode,
            "opcode",
            byte,
            "128, 129, 130 or 134",
        ));
    }
    head.check_unused()?;
    head.check_counts(limits, held)?;
    let expected = REFERENCE_BYTES as u64 + u64::from(combos) * COMBO_BYTES as u64;
    let (Some((reference, rest)), true) =
        (payload.split_first_chunk::<REFERENCE_BYTES>(), payload.len() as u64 == expected)
    else {
        return Err(head.error(
            ErrorCode::Malformed,
            "payload",
            format_args!("{} bytes", payload.len()),
            format_args!("{expected} (where the floats are, and {combos} combos)"),
        ));
    };
    let bytes = u64::from(floats) * FLOAT_BYTES as u64;
    let found = find(Reference::from_bytes(*reference)?, bytes)?;
    head.finish(Floats::new(found), Combos::new(rest), limits, held)
}

fn head_of(body: &[u8], in_place: u8) -> Result<(Head, &[u8]), WireError> {
    let Some((header, payload)) = body.split_first_chunk::<HEADER_BYTES>() else {
        return Err(WireError::field(
            ErrorCode::Malformed,
            "body",
            format_args!("{} bytes", body.len()),
            format_args!("at least {HEADER_BYTES}"),
        ));
    };
    let [opcode, a0, a1, a2, a3, b0, b1, b2, b3] = *header;
    let a = u32::from_le_bytes([a0, a1, a2, a3]);
    let b = u32::from_le_bytes([b0, b1, b2, b3]);
    let Some(opcode) = Opcode::from_byte(opcode ^ in_place) else {
        return Err(WireError::field(ErrorCode::UnknownOpcode, "opcode", opcode, "0 to 9"));
    };
    Ok((Head { opcode, a, b }, payload))
}

/// The frame's own limit, checked again here: whoever reads frames checks it before the body comes.
fn check_frame(body_len: usize, limits: &Limits) -> Result<(), WireError> {
    let length = u32::try_from(body_len).unwrap_or(u32::MAX);
    frame::body_length(&length.to_le_bytes(), limits.frame_bytes).map(|_| ())
}

/// The three header fields.
struct Head {
    opcode: Opcode,
    a: u32,
    b: u32,
}

impl Head {
    fn check_unused(&self) -> Result<(), WireError> {
        use Opcode::*;
        let (a, b) = match self.opcode {
            Sweep | SweepLoaded | Tick => (None, None),
            Echo | Load | Drop | CloseLive => (None, Some(0)),
            OpenLive => (Some(0), Some(1)),
            Info | Timing => (Some(0), Some(0)),
        };
        for (field, got, expected) in [("a", self.a, a), ("b", self.b, b)] {
            if let Some(expected) = expected.filter(|&expected| expected != got) {
                return Err(self.error(ErrorCode::Malformed, field, got, expected));
            }
        }
        Ok(())
    }

    fn check_counts(&self, limits: &Limits, held: &dyn Held) -> Result<(), WireError> {
        use Opcode::*;
        let Head { opcode, a, b } = *self;
        if matches!(opcode, Sweep | Load) && a > limits.bars {
            return Err(self.over("n_bars", a.into(), limits.bars.into()));
        }
        if matches!(opcode, Sweep | SweepLoaded) && b > limits.combos {
            return Err(self.over("n_combos", b.into(), limits.combos.into()));
        }
        if opcode == Load {
            let series = u64::from(held.series()) + 1;
            if series > limits.series.into() {
                return Err(self.over("series on this connection", series, limits.series.into()));
            }
            let bytes = held.series_bytes().saturating_add(u64::from(a) * FLOAT_BYTES as u64);
            if bytes > limits.series_bytes {
                return Err(self.over("bytes of series in all", bytes, limits.series_bytes));
            }
        }
        if opcode == OpenLive {
            let sessions = u64::from(held.sessions()) + 1;
            if sessions > limits.sessions.into() {
                let limit = limits.sessions.into();
                return Err(self.over("sessions on this connection", sessions, limit));
            }
        }
        Ok(())
    }

    /// How many floats and combos the payload has.
    fn counts(&self) -> (u32, u32) {
        use Opcode::*;
        match self.opcode {
            Sweep => (self.a, self.b),
            Echo | Load => (self.a, 0),
            SweepLoaded => (0, self.b),
            OpenLive => (0, 1),
            Tick => (self.b, 0),
            Drop | CloseLive | Info | Timing => (0, 0),
        }
    }

    /// The last checks, once the arrays are found, and the request.
    fn finish<'a>(
        &self,
        floats: Floats<'a>,
        combos: Combos<'a>,
        limits: &Limits,
        held: &dyn Held,
    ) -> Result<Request<'a>, WireError> {
        self.check_id(held)?;
        self.check_parameters(combos, limits)?;
        self.check_reply(limits)?;
        let Head { opcode, a, .. } = *self;
        Ok(match opcode {
            Opcode::Sweep => Request::Sweep { close: floats, combos },
            Opcode::Echo => Request::Echo { floats },
            Opcode::Load => Request::Load { close: floats },
            Opcode::SweepLoaded => Request::SweepLoaded { series: a, combos },
            Opcode::Drop => Request::Drop { series: a },
            Opcode::OpenLive => {
                Request::OpenLive { combo: combos.iter().next().unwrap_or_default() }
            }
            Opcode::Tick => Request::Tick { session: a, close: floats },
            Opcode::CloseLive => Request::CloseLive { session: a },
            Opcode::Info => Request::Info,
            Opcode::Timing => Request::Timing,
        })
    }

    /// The payload as floats and combos, if it is as long as `a` and `b` say.
    fn split<'a>(&self, payload: &'a [u8]) -> Result<(Floats<'a>, Combos<'a>), WireError> {
        let (floats, combos) = self.counts();
        let float_bytes = u64::from(floats) * FLOAT_BYTES as u64;
        let expected = float_bytes + u64::from(combos) * COMBO_BYTES as u64;
        if payload.len() as u64 != expected {
            return Err(self.error(
                ErrorCode::Malformed,
                "payload",
                format_args!("{} bytes", payload.len()),
                format_args!("{expected} ({floats} floats and {combos} combos)"),
            ));
        }
        let (floats, combos) = payload.split_at(float_bytes as usize);
        Ok((Floats::new(floats), Combos::new(combos)))
    }

    fn check_id(&self, held: &dyn Held) -> Result<(), WireError> {
        use Opcode::*;
        let (field, known, expected) = match self.opcode {
            SweepLoaded | Drop => ("series id", held.has_series(self.a), "the id of a series"),
            Tick | CloseLive => ("session id", held.has_session(self.a), "the id of a session"),
            _ => return Ok(()),
        };
        if known {
            return Ok(());
        }
        let expected = format_args!("{expected} of this connection");
        Err(self.error(ErrorCode::UnknownId, field, self.a, expected))
    }

    fn check_parameters(&self, combos: Combos<'_>, limits: &Limits) -> Result<(), WireError> {
        const NAMES: [&str; 6] = ["half", "full", "sqrt", "p/3", "p/2", "p"];
        let longest = i64::from(limits.window);
        for (k, lengths) in combos.iter().enumerate() {
            for (name, length) in NAMES.into_iter().zip(lengths) {
                if !(1..=longest).contains(&length) {
                    return Err(self.error(
                        ErrorCode::BadParameters,
                        format_args!("combo {k} {name}"),
                        length,
                        format_args!("a window of 1 to {longest} bars"),
                    ));
                }
            }
        }
        Ok(())
    }

    /// `info` has a reply of its own length, checked by whoever writes it.
    fn check_reply(&self, limits: &Limits) -> Result<(), WireError> {
        use Opcode::*;
        let bytes = match self.opcode {
            Sweep | SweepLoaded => u64::from(self.b) * reply::ROW_BYTES as u64,
            Echo => u64::from(self.a) * FLOAT_BYTES as u64,
            Load | OpenLive => reply::ID_BYTES as u64,
            Tick => u64::from(self.b) * reply::TICK_BYTES as u64,
            Timing => reply::TIMING_BYTES as u64,
            Drop | CloseLive | Info => 0,
        };
        check_reply_bytes(self.opcode, bytes, limits)
    }

    fn error(
        &self,
        code: ErrorCode,
        field: impl std::fmt::Display,
        got: impl std::fmt::Display,
        expected: impl std::fmt::Display,
    ) -> WireError {
        WireError::field(code, format_args!("{} {field}", self.opcode), got, expected)
    }

    fn over(&self, field: &str, got: u64, limit: u64) -> WireError {
        WireError::over(format_args!("{} {field}", self.opcode), got, limit)
    }
}

/// Whether a reply body of `bytes` is within the frame limit.
pub(crate) fn check_reply_bytes(
    opcode: Opcode,
    bytes: u64,
    limits: &Limits,
) -> Result<(), WireError> {
    let limit = u64::from(limits.frame_bytes);
    if bytes > limit {
        return Err(WireError::over(format_args!("{opcode} reply bytes"), bytes, limit));
    }
    Ok(())
}
