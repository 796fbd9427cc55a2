//! HTTP/1.1 on every connection that is let in.

use std::pin::pin;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use ipc_tax_server::Failure;

use crate::answer::{Connection, answer};
use crate::carrier::{Accepted, listen};
use crate::options::Options;

/// Listens as told and serves until told to stop.
///
/// # Errors
/// In one line why the listener can't be had.
pub fn serve(options: &Options) -> Result<(), Failure> {
    listen("http", options, speak)
}

async fn speak(Accepted { stream, caller, mut drain }: Accepted) {
    let connection = Connection { caller, clock: stream.clock() };
    let service = service_fn(move |request| answer(request, connection.clone()));
    // The stream knows when a request has to be whole; hyper's own deadline would close idle connections.
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = drain.begins() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
