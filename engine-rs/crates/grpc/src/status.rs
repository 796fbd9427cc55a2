//! The protocol's errors as the status of a call.

use ipc_tax_wire::{ErrorCode, WireError};
use tonic::metadata::MetadataValue;
use tonic::{Code, Status};

/// The trailer that tells the protocol's own code.
pub const CODE: &str = "ipc-tax-code";

/// The status of a call that is refused.
pub fn of_error(error: &WireError) -> Status {
    let code = match error.code {
        ErrorCode::Malformed | ErrorCode::BadParameters => Code::InvalidArgument,
        ErrorCode::UnknownOpcode => Code::Unimplemented,
        ErrorCode::TooLarge => Code::ResourceExhausted,
        ErrorCode::UnknownId => Code::NotFound,
        ErrorCode::Busy => Code::Unavailable,
        ErrorCode::Internal => Code::Internal,
    };
    let mut status = Status::new(code, error.message.as_str());
    status.metadata_mut().insert(CODE, MetadataValue::from(error.code as u16));
    status
}

/// The status of a call whose sender is gone: nobody reads it.
pub fn gone() -> Status {
    Status::cancelled("the sender is gone")
}

/// What stopped a stream of requests, as an error of the protocol. tonic tells a message over the limit with
/// this code before any of it was kept.
pub fn as_error(status: &Status) -> WireError {
    let code = match status.code() {
        Code::OutOfRange | Code::ResourceExhausted => ErrorCode::TooLarge,
        _ => ErrorCode::Malformed,
    };
    WireError::new(code, format!("message: {}", status.message()))
}
