//! Listening on loopback, letting in as many as the limit, and ending.

use std::future::Future;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ipc_tax_server::{Failure, Reply, Sessions, Shutdown, prepare_memory, raise_descriptor_limit};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;

use crate::carrier::{Caller, DeadlineStream};
use crate::options::Options;

/// What requests under way have when the engine is told to stop.
const DRAIN: Duration = Duration::from_secs(2);

/// Connections that may wait to be accepted. The system may allow fewer.
const BACKLOG: u32 = 1024;

/// Pause after a failed accept: the connection is still waiting, and trying at once would spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Connections over the limit that are told so with care at the same time; more are just closed.
const MOST_REFUSALS: usize = 64;

/// A connection that was let in.
pub struct Accepted {
    /// Its bytes.
    pub stream: DeadlineStream,
    /// Its session, or what is answered to whatever it asks: there is no room for it.
    pub caller: Result<Caller, Arc<Reply>>,
    /// Tells when it is to end after the request it is at.
    pub drain: Drain,
}

/// Tells a connection that the engine is to stop.
#[derive(Clone)]
pub struct Drain(watch::Receiver<bool>);

impl Drain {
    /// Waits until the engine is to stop.
    pub async fn begins(&mut self) {
        // The sender lives as long as the engine accepts; its end is the same news.
        let _ = self.0.wait_for(|&draining| draining).await;
    }
}

/// Listens as told, says `listening NAME HOST:PORT` on stderr, and hands every connection to `serve`
/// until told to stop.
///
/// # Errors
/// In one line why the listener can't be had.
pub fn listen<F, S>(name: &str, options: &Options, serve: S) -> Result<(), Failure>
where
    F: Future<Output = ()> + Send + 'static,
    S: Fn(Accepted) -> F,
{
    let failed = |error: io::Error| Failure::Failed(format!("serve: {error}"));
    prepare_memory();
    raise_descriptor_limit();
    let shutdown = Shutdown::new(options.die_with_stdin).map_err(failed)?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)?;
    let accepted = runtime.block_on(async {
        let listener = bind(options.address).map_err(|error| {
            Failure::Failed(match error.kind() {
                io::ErrorKind::AddrInUse => format!(
                    "{name} {}: the port is in use; choose another, or 0 for a free one",
                    options.address
                ),
                _ => format!("{name} {}: cannot listen: {error}", options.address),
            })
        })?;
        let address = listener.local_addr().map_err(failed)?;
        log(&format!("listening {name} {address}"));
        accept(&listener, options, stop(shutdown), serve).await;
        Ok(())
    });
    // A sweep that goes on after the time to drain is not waited for.
    runtime.shutdown_background();
    accepted
}

/// A line on stderr. One that is closed is no reason to stop.
fn log(line: &str) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Resolves when the engine is to stop.
fn stop(shutdown: Shutdown) -> oneshot::Receiver<()> {
    let (due, stop) = oneshot::channel();
    std::thread::spawn(move || {
        if let Err(error) = shutdown.wait() {
            log(&format!("cannot wait for signals any more: {error}"));
        }
        let _ = due.send(());
    });
    stop
}

async fn accept<F, S>(
    listener: &TcpListener,
    options: &Options,
    mut stop: oneshot::Receiver<()>,
    serve: S,
) where
    F: Future<Output = ()> + Send + 'static,
    S: Fn(Accepted) -> F,
{
    let sessions = Sessions::new(&options.settings);
    let (draining, drain) = watch::channel(false);
    let mut open = JoinSet::new();
    let refusals = Arc::new(());
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Out of descriptors, mostly: some may be free in a moment.
                    log(&format!("cannot accept connections for now: {error}"));
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            },
            Some(_) = open.join_next() => continue,
            _ = &mut stop => break,
        };
        // Replies are small: none of them is to wait for the one before to be acknowledged. It fails on
        // a connection that is closed already, which is found out next.
        let _ = stream.set_nodelay(true);
        let caller = match sessions.open() {
            Ok(session) => Ok(Caller::new(session, *sessions.limits())),
            Err(_) if Arc::strong_count(&refusals) > MOST_REFUSALS => continue,
            Err(busy) => Err(Arc::new(busy)),
        };
        let refusal = caller.is_err().then(|| Arc::clone(&refusals));
        let stream = DeadlineStream::new(stream, &options.settings);
        let served = serve(Accepted { stream, caller, drain: Drain(drain.clone()) });
        open.spawn(async move {
            // A peer that goes away costs nothing but its own connection.
            served.await;
            drop(refusal);
        });
    }
    let _ = draining.send(true);
    let drained = async { while open.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(DRAIN, drained).await;
}
