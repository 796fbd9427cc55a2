//! HTTP/2 on every connection that is let in.

use std::pin::pin;
use std::time::Duration;

use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use ipc_tax_http::carrier::{Accepted, listen};
use ipc_tax_http::options::Options;
use ipc_tax_server::Failure;
use tonic::codegen::Service as _;

use crate::deadline::MessageDeadlines;
use crate::proto::engine_server::EngineServer;
use crate::service::Service;

/// Bytes of a message beside those that its frame would have: tags and lengths of at most a dozen fields.
const BESIDE: usize = 256;

/// Bytes that a peer may send ahead of what was taken of a call, and of all calls of a connection. HTTP/2's own
/// 64 KiB would make a message of the study's size wait 18 times for the other side.
const STREAM_WINDOW: u32 = 1 << 20;
const CONNECTION_WINDOW: u32 = 2 << 20;

/// Calls at once on a connection. They are carried out one at a time.
const MOST_CALLS: u32 = 128;

/// What a connection over the limit has to hear so.
const REFUSAL: Duration = Duration::from_secs(1);

/// Listens as told and serves until told to stop.
///
/// # Errors
/// In one line why the listener can't be had.
pub fn serve(options: &Options) -> Result<(), Failure> {
    let frame_timeout = options.settings.frame_timeout;
    let longest = options.settings.limits.frame_bytes as usize + BESIDE;
    listen("grpc", options, move |accepted| speak(accepted, frame_timeout, longest))
}

async fn speak(
    Accepted { stream, caller, mut drain }: Accepted,
    frame_timeout: Duration,
    longest: usize,
) {
    // Several requests come at once: each message has a deadline of its own.
    stream.clock().never_mind();
    let refused = caller.is_err();
    let server = EngineServer::new(Service { caller, drain: drain.clone() })
        .max_decoding_message_size(longest)
        .max_encoding_message_size(usize::MAX);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let request = request.map(|body| MessageDeadlines::new(body, frame_timeout));
        server.clone().call(request)
    });
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_concurrent_streams(MOST_CALLS)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let due = async {
        if refused {
            tokio::time::sleep(REFUSAL).await;
        } else {
            drain.begins().await;
        }
    };
    tokio::select! {
        _ = connection.as_mut() => return,
        () = due => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
