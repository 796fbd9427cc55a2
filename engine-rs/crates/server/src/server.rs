//! The server: listens, accepts, hands each connection to a thread, drains.

use std::fmt::Write;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ipc_tax_shared_memory::guard;
use ipc_tax_wire::{ErrorCode, WireError, reply};

use crate::connection;
use crate::connections::{Admitted, Connections};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::interrupt;
use crate::listener::{Listener, pipes, shared_memory, tcp, unix};
use crate::log;
use crate::memory;
use crate::options::ServeOptions;
use crate::peer::Peer;
use crate::ready::{interest, poll};
use crate::shutdown::Shutdown;
use crate::socket_buffers;

/// How long requests under way may take once the engine is told to stop.
pub const DRAIN: Duration = Duration::from_secs(2);

/// Stack of a connection's thread. Series, combos and frames are on the heap.
pub const STACK: usize = 256 << 10;

/// Pause after a failed accept: the connection is still waiting, and trying at once would spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Failed accepts are logged once in this long.
const ACCEPT_LOG_PAUSE: Duration = Duration::from_secs(10);

/// Connections over the limit that are told so with care at the same time; more are just closed.
const MOST_REFUSALS: usize = 64;

/// Time for a client that is refused to take part in the beginning of its connection.
const REFUSAL: Duration = Duration::from_secs(1);

/// Listens as told and serves until told to stop.
///
/// # Errors
/// In one line why a listener can't be had.
pub fn serve(options: &ServeOptions) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Failed(format!("serve: {error}"));
    memory::prepare();
    interrupt::prepare();
    if !options.shared_memory.is_empty() {
        guard::install();
    }
    raise_descriptor_limit();
    let shutdown = Shutdown::new(options.die_with_stdin).map_err(failed)?;
    let listeners = listen(options)?;
    let mut ready = String::new();
    for listener in &listeners {
        let name = listener.name().map_err(failed)?;
        // Writing to a string does not fail.
        let _ = writeln!(ready, "listening {name}");
        if let Some([send, receive]) = buffers(listener, options.socket_buffer).map_err(failed)? {
            let _ =
                writeln!(ready, "socket buffers of {name}: {send} to send, {receive} to receive");
        }
    }
    log::lines(&ready);

    let server = Server {
        engine: Arc::new(Engine::new(&options.settings)),
        connections: Connections::new(options.settings.limits.connections as usize),
        refusals: Arc::new(AtomicUsize::new(0)),
        socket_buffer: options.socket_buffer,
    };
    server.accept_until(&listeners, &shutdown).map_err(failed)?;
    drop(listeners);
    server.connections.drain(DRAIN);
    Ok(())
}

fn listen(options: &ServeOptions) -> Result<Vec<Listener>, Failure> {
    let unix = options.unix.iter().map(|path| unix::listen(path));
    let tcp = options.tcp.iter().map(|&address| tcp::listen(address));
    let memory = options
        .shared_memory
        .iter()
        .map(|path| shared_memory::listen(path).map(Listener::SharedMemory));
    let pipes = options.pipes.iter().map(|folder| pipes::listen(folder));
    unix.chain(tcp).chain(memory).chain(pipes).collect()
}

/// Bytes of the buffers that connections of a listener have, each way, after `wanted` was asked for;
/// `None` where nothing was, or there are no sockets.
fn buffers(listener: &Listener, wanted: Option<u32>) -> io::Result<Option<[usize; 2]>> {
    match (listener, wanted) {
        (Listener::Unix(_) | Listener::Tcp(_), Some(bytes)) => {
            socket_buffers::set(listener.as_fd(), bytes)?;
            socket_buffers::of(listener.as_fd()).map(Some)
        }
        _ => Ok(None),
    }
}

struct Server {
    engine: Arc<Engine>,
    connections: Arc<Connections>,
    refusals: Arc<AtomicUsize>,
    socket_buffer: Option<u32>,
}

impl Server {
    /// Accepts connections until the engine is to stop. Only a broken `poll` ends it otherwise.
    fn accept_until(&self, listeners: &[Listener], shutdown: &Shutdown) -> io::Result<()> {
        let stops = shutdown.fds();
        let mut fds: Vec<_> = stops
            .into_iter()
            .chain(listeners.iter().map(|listener| listener.as_fd().as_raw_fd()))
            .map(|fd| interest(fd, libc::POLLIN))
            .collect();
        let mut failures = AcceptFailures::default();
        loop {
            if !poll(&mut fds, None)? {
                continue;
            }
            if shutdown.is_due([fds[0].revents != 0, fds[1].revents != 0]) {
                return Ok(());
            }
            let ready = fds[stops.len()..].iter().map(|fd| fd.revents != 0);
            for (listener, _) in listeners.iter().zip(ready).filter(|&(_, ready)| ready) {
                match listener.accept() {
                    Ok(peer) => self.take_in(peer),
                    Err(error) => failures.note(&error),
                }
            }
        }
    }

    fn take_in(&self, peer: Peer) {
        if let (Peer::Socket(socket), Some(bytes)) = (&peer, self.socket_buffer) {
            // A Unix socket does not inherit them. One that has gone already is noticed later.
            let _ = socket_buffers::set(socket.as_fd(), bytes);
        }
        match self.connections.admit(peer) {
            Ok(admitted) => self.start(admitted),
            Err(peer) => self.refuse(peer),
        }
    }

    fn start(&self, admitted: Admitted) {
        let engine = Arc::clone(&self.engine);
        let serve = move || {
            admitted.begin();
            connection::serve(&admitted, &engine);
        };
        if let Err(error) = thread::Builder::new().stack_size(STACK).spawn(serve) {
            // The connection went with the closure, so there is nobody to tell but the log.
            log::line(&format!("cannot start a thread for a connection: {error}"));
        }
    }

    /// Tells a connection over the limit so. It closes in a thread of its own: a peer that keeps
    /// sending holds up nobody.
    fn refuse(&self, peer: Peer) {
        let limit = self.engine.limits.connections;
        let busy =
            busy(&format!("got one more than the {limit} there are, expected at most {limit}"));
        let refusals = Arc::clone(&self.refusals);
        if refusals.fetch_add(1, Ordering::Relaxed) < MOST_REFUSALS {
            let tell = {
                let refusals = Arc::clone(&refusals);
                move || {
                    // Before that the client could not be told.
                    let told = match &peer {
                        Peer::Pipes(pipes) => pipes.open(REFUSAL, &|| false),
                        _ => true,
                    };
                    if told && peer.send(&busy, Duration::ZERO).is_ok() {
                        peer.close_gently();
                    }
                    refusals.fetch_sub(1, Ordering::Relaxed);
                }
            };
            if thread::Builder::new().stack_size(STACK).spawn(tell).is_ok() {
                return;
            }
        } else {
            let _ = peer.send(&busy, Duration::ZERO);
        }
        refusals.fetch_sub(1, Ordering::Relaxed);
    }
}

fn busy(why: &str) -> Vec<u8> {
    let mut frame = Vec::new();
    reply::error(&mut frame, &WireError::new(ErrorCode::Busy, format!("connection: {why}")));
    frame
}

/// Accepts that failed: out of descriptors or memory, which passes.
#[derive(Default)]
struct AcceptFailures {
    logged: Option<Instant>,
}

impl AcceptFailures {
    fn note(&mut self, error: &io::Error) {
        use io::ErrorKind::{ConnectionAborted, Interrupted, WouldBlock};
        if matches!(error.kind(), ConnectionAborted | Interrupted | WouldBlock) {
            // The peer was faster to leave.
            return;
        }
        if self.logged.is_none_or(|logged| logged.elapsed() >= ACCEPT_LOG_PAUSE) {
            self.logged = Some(Instant::now());
            log::line(&format!("cannot accept connections for now: {error}"));
        }
        thread::sleep(ACCEPT_PAUSE);
    }
}

/// As many descriptors as the system lets this process have: the usual soft limit is lower than
/// the connections the engine takes.
pub fn raise_descriptor_limit() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is readable and writable. A refusal leaves the limit as it is.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) == 0 {
            limit.rlim_cur = limit.rlim_max;
            libc::setrlimit(libc::RLIMIT_NOFILE, &limit);
        }
    }
}
