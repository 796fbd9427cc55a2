//! Why a request is not carried out.

use std::borrow::Cow;
use std::fmt;

use crate::excerpt::excerpt;

/// Longest body of an error reply, code and message, in bytes.
pub const LONGEST_ERROR_BODY: usize = 4096;

/// Longest message of an error, in bytes: what is repeated in it may be of any length.
pub const LONGEST_MESSAGE: usize = LONGEST_ERROR_BODY - size_of::<u16>();

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
    /// For people; at most [`LONGEST_MESSAGE`] bytes.
    pub message: String,
}

impl WireError {
    /// An error of that code. A longer message than an error may have is cut.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        let message = message.into();
        let message = match excerpt(&message, LONGEST_MESSAGE) {
            Cow::Borrowed(_) => message,
            Cow::Owned(cut) => cut,
        };
        WireError { code, message }
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
