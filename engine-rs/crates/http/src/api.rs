//! The operations as paths, with JSON both ways.

use std::io;

use hyper::body::Incoming;
use hyper::header::{HeaderName, HeaderValue};
use hyper::{Method, Request, StatusCode};
use ipc_tax_server::Reply;
use ipc_tax_wire::{ErrorCode, LONGEST_QUOTE, Opcode, excerpt};

use crate::answer::{Answer, Connection, Fault, check_content_type, gone, respond};
use crate::body::{NoBody, whole};
use crate::carrier::{Caller, Work};
use crate::json;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// A float64 takes up to 25 characters as text, and three times its 8 bytes is not enough: a text may have
/// this many times the bytes of a frame.
const TEXT_PER_BYTE: u64 = 4;

/// Characters of text that are not numbers.
const TEXT_BESIDE: u64 = 1024;

/// What a path asks for, with the id in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    pub opcode: Opcode,
    /// Of a series or a session; 0 where the path has none.
    pub id: u32,
}

pub async fn answer(request: Request<Incoming>, connection: &Connection) -> io::Result<Answer> {
    let caller = match &connection.caller {
        Ok(caller) => caller,
        Err(busy) => return Ok(fault(Fault::of_reply(busy).ok_or_else(gone)?)),
    };
    let route = match check_head(&request) {
        Ok(route) => route,
        Err(refused) => return Ok(fault(refused)),
    };
    let limit = u64::from(caller.limits.frame_bytes) * TEXT_PER_BYTE + TEXT_BESIDE;
    let body = match whole(request.into_body(), limit).await {
        Ok(body) => body,
        Err(NoBody::TooLarge(bytes)) => {
            let told = format!("body: got {bytes} bytes, expected at most {limit}");
            let status = StatusCode::PAYLOAD_TOO_LARGE;
            let too_large = Fault::http(status, ErrorCode::TooLarge, told);
            return Ok(fault(Fault { closes: true, ..too_large }));
        }
        Err(NoBody::Broken(error)) => return Err(io::Error::other(error)),
    };
    connection.clock.request_whole();
    Ok(match ask(caller, route, body).await.ok_or_else(gone)? {
        Ok((text, times)) => {
            let mut response = respond(StatusCode::OK, JSON, text);
            if let Ok(value) = HeaderValue::from_str(&server_timing(times)) {
                response.headers_mut().insert(SERVER_TIMING, value);
            }
            response
        }
        Err(refused) => fault(refused),
    })
}

type Answered = Result<(Vec<u8>, [u64; 5]), Fault>;

/// The JSON of the reply and the times of the request, or `None` when the sender is gone.
async fn ask(caller: &Caller, route: Route, body: Vec<u8>) -> Option<Answered> {
    let complete = ipc_tax_server::now();
    // The shortest float has two characters, its comma among them.
    let work = Work { opcode: Some(route.opcode), bytes: body.len(), floats: body.len() / 2 };
    let noting = caller.clone();
    let ask = move |session: &mut ipc_tax_server::Session, gone: &(dyn Fn() -> bool + Sync)| {
        let frame = match json::frame(route, &body, &noting.limits) {
            Ok(frame) => frame,
            Err(refused) => return Some(Err(refused)),
        };
        noting.note(&frame);
        let reply: Reply = session.answer_since(complete, frame, gone)?;
        if let Some(refused) = Fault::of_reply(&reply) {
            return Some(Err(refused));
        }
        let text = json::reply(route, &reply);
        let times = session.translated();
        Some(text.map(|text| (text, times)))
    };
    caller.ask(work, ask).await.flatten()
}

fn check_head(request: &Request<Incoming>) -> Result<Route, Fault> {
    let (method, route) = route(request.uri().path())?;
    if request.method() != method {
        let got = excerpt(request.method().as_str(), LONGEST_QUOTE);
        let message = format!("method: got {got}, expected {method}");
        let status = StatusCode::METHOD_NOT_ALLOWED;
        let fault = Fault::http(status, ErrorCode::UnknownOpcode, message);
        return Err(Fault { allow: Some(method), ..fault });
    }
    if method == Method::POST {
        check_content_type(request, "application/json")?;
    }
    Ok(route)
}

/// The method and the route of a path.
fn route(path: &str) -> Result<(&'static str, Route), Fault> {
    use Opcode::*;
    let segments: Vec<_> = path.split('/').skip(1).collect();
    let (method, opcode, id) = match segments[..] {
        ["echo"] => ("POST", Echo, None),
        ["sweep"] => ("POST", Sweep, None),
        ["series"] => ("POST", Load, None),
        ["series", id, "sweep"] => ("POST", SweepLoaded, Some(id)),
        ["series", id] => ("DELETE", Drop, Some(id)),
        ["live"] => ("POST", OpenLive, None),
        ["live", id, "tick"] => ("POST", Tick, Some(id)),
        ["live", id] => ("DELETE", CloseLive, Some(id)),
        ["info"] => ("GET", Info, None),
        ["timing"] => ("GET", Timing, None),
        _ => {
            let path = excerpt(path, LONGEST_QUOTE);
            let message = format!(
                "path: got {path}, expected /frame, /echo, /sweep, /series, /series/ID, \
                 /series/ID/sweep, /live, /live/ID, /live/ID/tick, /info or /timing"
            );
            return Err(Fault::http(StatusCode::NOT_FOUND, ErrorCode::UnknownOpcode, message));
        }
    };
    let id = match id.map(|id| id.parse().map_err(|_| id)) {
        None => 0,
        Some(Ok(id)) => id,
        Some(Err(id)) => {
            let id = excerpt(id, LONGEST_QUOTE);
            let message = format!("{opcode} id: got {id}, expected a whole number below 2^32");
            return Err(Fault::http(StatusCode::BAD_REQUEST, ErrorCode::Malformed, message));
        }
    };
    Ok((method, Route { opcode, id }))
}

/// The steps in milliseconds, as browsers read them.
fn server_timing([complete, parsed, computed, encoded, _]: [u64; 5]) -> String {
    let milliseconds = |from: u64, to: u64| to.saturating_sub(from) as f64 / 1e6;
    format!(
        "parse;dur={:.6}, compute;dur={:.6}, encode;dur={:.6}",
        milliseconds(complete, parsed),
        milliseconds(parsed, computed),
        milliseconds(computed, encoded),
    )
}

fn fault(fault: Fault) -> Answer {
    let body = json::error(&fault);
    fault.respond(JSON, body)
}

#[cfg(test)]
mod tests {
    use ipc_tax_wire::Opcode;

    use super::{Route, route, server_timing};

    #[test]
    fn paths() {
        for (path, method, opcode, id) in [
            ("/sweep", "POST", Opcode::Sweep, 0),
            ("/series/7/sweep", "POST", Opcode::SweepLoaded, 7),
            ("/series/4294967295", "DELETE", Opcode::Drop, u32::MAX),
            ("/live/1/tick", "POST", Opcode::Tick, 1),
            ("/timing", "GET", Opcode::Timing, 0),
        ] {
            let found = route(path).ok().unwrap();
            assert_eq!(found, (method, Route { opcode, id }));
        }
        for (path, status) in
            [("/", 404), ("/sweep/", 404), ("/series/x", 400), ("/series/4294967296/sweep", 400)]
        {
            assert_eq!(route(path).err().unwrap().status, status, "{path}");
        }
    }

    #[test]
    fn steps_in_milliseconds() {
        assert_eq!(
            server_timing([5, 1_000_005, 3_000_005, 3_000_505, 9]),
            "parse;dur=1.000000, compute;dur=2.000000, encode;dur=0.000500"
        );
    }
}
