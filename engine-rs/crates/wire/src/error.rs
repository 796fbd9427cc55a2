//! Why a request is not carried out.

use std::fmt;

/// Longest body of an error reply, code and message, in bytes.
pub const LONGEST_ERROR_BODY: usize = 4096;

/// The protocol's error codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum ErrorCode {
    /// Lengths that do not add up, trailing bytes, an unused field that is not as tabled.
    Malformed = 1,
    /// No opcode of that number.
    UnknownOpcode = 2,
    /// A frame, a reply or a count over its limit.
    TooLarge = 3,
    /// A window length under 1 or over its limit.
    BadParameters = 4,
    /// No such series or session.
    UnknownId = 5,
    /// Too many connections.
    Busy = 6,
    /// A fault of the engine's own.
    Internal = 7,
}

impl ErrorCode {
    /// Every code, in order.
    pub const ALL: [ErrorCode; 7] = [
        ErrorCode::Malformed,
        ErrorCode::UnknownOpcode,
        ErrorCode::TooLarge,
        ErrorCode::BadParameters,
        ErrorCode::UnknownId,
        ErrorCode::Busy,
        ErrorCode::Internal,
    ];

    /// The code of that number.
    pub fn from_u16(code: u16) -> Option<Self> {
        ErrorCode::ALL.into_iter().find(|&known| known as u16 == code)
    }
}

/// An error reply: its code, and a message naming the field, what came and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError {
    /// What kind of error.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

impl WireError {
    /// An error of that code.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        WireError { code, message: message.into() }
    }

    /// `field` was `got`; `expected` says what it may be.
    pub(crate) fn field(
        code: ErrorCode,
        field: impl fmt::Display,
        got: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        WireError::new(code, format!("{field}: got {got}, expected {expected}"))
    }

    /// `field` is over its limit.
    pub(crate) fn over(field: impl fmt::Display, got: u64, limit: u64) -> Self {
        WireError::field(ErrorCode::TooLarge, field, got, format_args!("at most {limit}"))
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {} ({:?}): {}", self.code as u16, self.code, self.message)
    }
}

impl std::error::Error for WireError {}
