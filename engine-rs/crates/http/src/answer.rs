//! One request, one response.

use std::io;
use std::sync::Arc;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue};
use hyper::{Request, Response, StatusCode};
use ipc_tax_server::Reply;
use ipc_tax_wire::{ErrorCode, LONGEST_QUOTE, WireError, excerpt, reply};

use crate::carrier::{Caller, Clock};
use crate::{api, raw};

/// What a connection's requests are answered with.
pub type Answer = Response<Full<Bytes>>;

/// A connection, as far as its requests see it.
#[derive(Clone)]
pub struct Connection {
    /// Its session, or what is answered to whatever it asks.
    pub caller: Result<Caller, Arc<Reply>>,
    /// Is told when a request is whole.
    pub clock: Clock,
}

/// Answers a request.
///
/// # Errors
/// Its sender is gone, or its body broke off: the connection ends.
pub async fn answer(request: Request<Incoming>, connection: Connection) -> io::Result<Answer> {
    let answer = if request.uri().path() == raw::PATH {
        raw::answer(request, &connection).await
    } else {
        api::answer(request, &connection).await
    };
    connection.clock.answered();
    answer
}

/// Why a request is not carried out.
pub struct Fault {
    /// The status it has in HTTP.
    pub status: StatusCode,
    /// The error it is in the protocol.
    pub error: WireError,
    /// The methods the path knows, where another was used.
    pub allow: Option<&'static str>,
    /// A value that JSON has no number for: its place, and the value.
    pub lost: Option<(String, f64)>,
    /// Whether the connection closes after it.
    pub closes: bool,
}

impl Fault {
    /// An error with the status that goes with its code.
    pub fn new(error: WireError) -> Self {
        Fault { status: status(error.code), error, allow: None, lost: None, closes: false }
    }

    /// A fault in how HTTP is used.
    pub fn http(status: StatusCode, code: ErrorCode, message: String) -> Self {
        Fault { status, ..Fault::new(WireError::new(code, message)) }
    }

    /// The error in a reply that is one.
    pub fn of_reply(reply: &Reply) -> Option<Self> {
        let (body, _) = reply::read(reply)?;
        Some(Fault { closes: reply.closes, ..Fault::new(body.err()?) })
    }

    /// The response with `body` telling the fault.
    pub fn respond(self, content_type: HeaderValue, body: impl Into<Bytes>) -> Answer {
        let mut response = respond(self.status, content_type, body);
        if let Some(methods) = self.allow {
            response.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
        }
        if self.closes {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// The status of a reply with an error of that code.
fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::Malformed => StatusCode::BAD_REQUEST,
        ErrorCode::UnknownOpcode | ErrorCode::UnknownId => StatusCode::NOT_FOUND,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::BadParameters => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// A response with a body.
pub fn respond(status: StatusCode, content_type: HeaderValue, body: impl Into<Bytes>) -> Answer {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

/// Whether a request says that its body is of `expected`, whatever its parameters.
pub fn check_content_type(request: &Request<Incoming>, expected: &str) -> Result<(), Fault> {
    let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let essence = kind.split(|&byte| byte == b';').next().unwrap_or_default();
    if essence.trim_ascii().eq_ignore_ascii_case(expected.as_bytes()) {
        return Ok(());
    }
    let kind = String::from_utf8_lossy(kind);
    let kind = excerpt(&kind, LONGEST_QUOTE);
    Err(Fault::http(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::Malformed,
        format!("content-type: got \"{kind}\", expected {expected}"),
    ))
}

/// The error that stands for a sender that is gone: nobody reads it.
pub fn gone() -> io::Error {
    io::ErrorKind::ConnectionAborted.into()
}
