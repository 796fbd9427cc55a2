//! One request, one response.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use ipc_tax_kernel::Sweep;

use crate::json;
use crate::options::Options;

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A body must be whole this long after its head.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a request is not carried out, for its sender.
struct Refusal(StatusCode, String);

/// Answers `POST /sweep`; everything else, and every fault, gets a status and `{"error": "..."}`.
pub async fn answer(request: Request<Incoming>, options: Arc<Options>) -> Response<Full<Bytes>> {
    sweep(request, options).await.unwrap_or_else(|Refusal(status, message)| {
        let body = serde_json::to_vec(&json::ErrorReply { error: &message }).unwrap_or_default();
        let mut response = response(body);
        *response.status_mut() = status;
        if status == StatusCode::METHOD_NOT_ALLOWED {
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
        }
        response
    })
}

async fn sweep(
    request: Request<Incoming>,
    options: Arc<Options>,
) -> Result<Response<Full<Bytes>>, Refusal> {
    check_head(&request, options.max_body)?;
    let body = whole(request, options.max_body).await?;
    let cancel = CancelOnDrop(Arc::new(AtomicBool::new(false)));
    let cancelled = Arc::clone(&cancel.0);
    // Off the threads that serve the sockets: a sweep takes seconds.
    let done = tokio::task::spawn_blocking(move || compute(&body, &options, &cancelled)).await;
    drop(cancel);
    done.unwrap_or_else(|_| {
        Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, "a fault of the engine's own".to_owned()))
    })
}

/// Ends the sweep of a request that is given up, as when its sender has gone.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn check_head(request: &Request<Incoming>, max_body: usize) -> Result<(), Refusal> {
    let path = request.uri().path();
    if path != "/sweep" {
        return Err(Refusal(StatusCode::NOT_FOUND, format!("path: got {path}, expected /sweep")));
    }
    if request.method() != Method::POST {
        let message = format!("method: got {}, expected POST", request.method());
        return Err(Refusal(StatusCode::METHOD_NOT_ALLOWED, message));
    }
    let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    if kind.split(|&byte| byte == b';').next() != Some(b"application/json") {
        let message = format!(
            "content-type: got {:?}, expected application/json",
            String::from_utf8_lossy(kind)
        );
        return Err(Refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    if request.body().size_hint().lower() > max_body as u64 {
        return Err(too_large(max_body));
    }
    Ok(())
}

/// The body once it is whole. Memory grows with what arrives.
async fn whole(request: Request<Incoming>, max_body: usize) -> Result<Bytes, Refusal> {
    let collected = Limited::new(request.into_body(), max_body).collect();
    match tokio::time::timeout(BODY_TIMEOUT, collected).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large(max_body)),
        Ok(Err(error)) => Err(Refusal(StatusCode::BAD_REQUEST, format!("body: {error}"))),
        Err(_) => {
            let message = format!("body: not whole after {} s", BODY_TIMEOUT.as_secs());
            Err(Refusal(StatusCode::REQUEST_TIMEOUT, message))
        }
    }
}

fn too_large(max_body: usize) -> Refusal {
    Refusal(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("body: got more than {max_body} bytes (--max-body)"),
    )
}

fn compute(
    body: &[u8],
    options: &Options,
    cancelled: &AtomicBool,
) -> Result<Response<Full<Bytes>>, Refusal> {
    let complete = Instant::now();
    let (close, combos) = json::parse(body, &options.limits)
        .map_err(|message| Refusal(StatusCode::BAD_REQUEST, message))?;
    let parsed = Instant::now();
    let sweep =
        Sweep { cancelled: &|| cancelled.load(Ordering::Relaxed), ..Sweep::new(&close, &combos) };
    let result = options.kernel.sweep(&sweep).map_err(|_| {
        Refusal(StatusCode::SERVICE_UNAVAILABLE, "the sweep was cancelled".to_owned())
    })?;
    let computed = Instant::now();
    let reply = json::write(&result)
        .map_err(|message| Refusal(StatusCode::UNPROCESSABLE_ENTITY, message))?;
    let encoded = Instant::now();
    let mut response = response(reply);
    let milliseconds = |from: Instant, to: Instant| to.duration_since(from).as_secs_f64() * 1e3;
    let timing = format!(
        "parse;dur={:.6}, compute;dur={:.6}, encode;dur={:.6}",
        milliseconds(complete, parsed),
        milliseconds(parsed, computed),
        milliseconds(computed, encoded),
    );
    if let Ok(value) = HeaderValue::from_str(&timing) {
        response.headers_mut().insert(SERVER_TIMING, value);
    }
    Ok(response)
}

fn response(body: Vec<u8>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}
