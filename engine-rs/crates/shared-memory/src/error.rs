//! Why there is no shared memory, or no more of it.

use std::{fmt, io};

/// Why a connection, or memory for it, can't be had.
#[derive(Debug)]
pub enum Error {
    /// The system has too little memory to share.
    TooLittle {
        /// Bytes that were needed.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The other side refused, with a code and a message of the wire protocol.
    Refused {
        /// The wire protocol's code.
        code: u16,
        /// For people.
        message: String,
    },
    /// What came is not what is spoken here.
    Protocol(String),
    /// It took too long.
    TimedOut,
    /// The system refused.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLittle { needed, free } => write!(
                f,
                "shared memory: got {free} bytes free in {place}, expected {needed}; \
                 make it larger (mount -o remount,size=1G {place}; docker run --shm-size=1g)",
                place = crate::memory::PLACE
            ),
            Error::Refused { code, message } => write!(f, "error {code}: {message}"),
            Error::Protocol(what) => f.write_str(what),
            Error::TimedOut => f.write_str("it took too long"),
            Error::Io(error) => write!(f, "shared memory: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut => Error::TimedOut,
            _ => Error::Io(error),
        }
    }
}
