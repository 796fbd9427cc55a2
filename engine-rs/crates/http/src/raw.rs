//! `POST /frame`: a request frame as the body, its reply frame as the answer's. An error frame has the status
//! that goes with its code, for whoever watches the traffic; a client need only read the frame.

use std::io;

use hyper::body::{Bytes, Incoming};
use hyper::header::HeaderValue;
use hyper::{Method, Request, StatusCode};
use ipc_tax_server::Reply;
use ipc_tax_wire::frame::LENGTH_BYTES;
use ipc_tax_wire::{ErrorCode, LONGEST_QUOTE, excerpt, reply};

use crate::answer::{Answer, Connection, Fault, check_content_type, gone, respond};
use crate::body::{NoBody, whole};
use crate::carrier::Work;

pub const PATH: &str = "/frame";

const OCTETS: HeaderValue = HeaderValue::from_static("application/octet-stream");

pub async fn answer(request: Request<Incoming>, connection: &Connection) -> io::Result<Answer> {
    let caller = match &connection.caller {
        Ok(caller) => caller,
        Err(busy) => return Ok(fault(Fault::of_reply(busy).ok_or_else(gone)?)),
    };
    if let Err(refused) = check_head(&request) {
        return Ok(fault(refused));
    }
    let limit = caller.limits.frame_bytes;
    let frame = match whole(request.into_body(), u64::from(limit) + LENGTH_BYTES as u64).await {
        Ok(frame) => frame,
        Err(NoBody::TooLarge(bytes)) => {
            return framed(Reply::too_large(bytes.saturating_sub(LENGTH_BYTES as u64), limit));
        }
        Err(NoBody::Broken(error)) => return Err(io::Error::other(error)),
    };
    connection.clock.request_whole();
    caller.note(&frame);
    let reply = caller.ask(Work::of_frame(&frame), |session, gone| session.answer(frame, gone));
    framed(reply.await.flatten().ok_or_else(gone)?)
}

fn check_head(request: &Request<Incoming>) -> Result<(), Fault> {
    if request.method() != Method::POST {
        let got = excerpt(request.method().as_str(), LONGEST_QUOTE);
        let message = format!("method: got {got}, expected POST");
        let status = StatusCode::METHOD_NOT_ALLOWED;
        let fault = Fault::http(status, ErrorCode::Malformed, message);
        return Err(Fault { allow: Some("POST"), ..fault });
    }
    check_content_type(request, "application/octet-stream")
}

/// The response with a reply frame: its own memory, not a copy.
fn framed(reply: Reply) -> io::Result<Answer> {
    let fault = Fault::of_reply(&reply);
    let (bytes, frame) = reply.into_parts();
    let frame = Bytes::from(bytes).slice(frame);
    Ok(match fault {
        Some(fault) => fault.respond(OCTETS, frame),
        None => respond(StatusCode::OK, OCTETS, frame),
    })
}

/// The response with an error frame.
fn fault(fault: Fault) -> Answer {
    let mut frame = Vec::new();
    reply::error(&mut frame, &fault.error);
    fault.respond(OCTETS, frame)
}
