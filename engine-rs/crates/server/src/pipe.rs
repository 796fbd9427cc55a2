//! Frames on stdin, replies on stdout, until stdin ends.

use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread;

use crate::connection;
use crate::connections::Connections;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::interrupt;
use crate::memory;
use crate::options::Settings;
use crate::peer::{Peer, Pipes};
use crate::ready::{interest, poll};
use crate::server::{DRAIN, STACK};
use crate::shutdown::Shutdown;

/// Serves one connection, which is the process's own stdin and stdout. SIGTERM and SIGINT let the request
/// under way finish, for at most 2 s.
///
/// # Errors
/// The system refuses what is needed for it.
pub fn pipe(settings: &Settings) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Failed(format!("pipe: {error}"));
    memory::prepare();
    interrupt::prepare();
    let shutdown = Shutdown::new(false).map_err(failed)?;
    let engine = Arc::new(Engine::new(settings));
    let connections = Connections::new(1);
    let peer = Peer::Pipes(Pipes::of_this_process().map_err(failed)?);
    let Ok(admitted) = connections.admit(peer) else { return Ok(()) };

    let (served, serving) = UnixStream::pair().map_err(failed)?;
    let serve = move || {
        admitted.begin();
        connection::serve(&admitted, &engine);
        drop((admitted, serving));
    };
    thread::Builder::new().stack_size(STACK).spawn(serve).map_err(failed)?;
    let [signals, stdin] = shutdown.fds();
    let mut fds = [signals, stdin, served.as_raw_fd()].map(|fd| interest(fd, libc::POLLIN));
    loop {
        let ready = poll(&mut fds, None).map_err(failed)?;
        if ready && fds[2].revents != 0 {
            return Ok(());
        }
        if ready && shutdown.is_due([fds[0].revents != 0, fds[1].revents != 0]) {
            connections.drain(DRAIN);
            return Ok(());
        }
    }
}
